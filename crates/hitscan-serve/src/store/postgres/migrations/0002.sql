-- More columns for the record of a class, the order of the roster, and all packs of a class.
-- `edition` changes whenever work is truncated or replaced: a writer with an older edition can no
-- longer write, at any offset. It starts from the current time, so that an edition is never reused
-- after a row was deleted and inserted again.
ALTER TABLE class
  ADD languages text[] NOT NULL DEFAULT '{}',
  ADD most_students int NOT NULL DEFAULT 40,
  ADD roster text NOT NULL DEFAULT 'closed' CHECK (roster IN ('open','closed')),
  ADD was_used boolean NOT NULL DEFAULT false;
ALTER TABLE student
  ADD listed int,               -- the line of the roster; null if the student is not on it
  ADD listed_seed text,         -- the seed on that line; `seed` is that of the claimed place
  ADD edition bigint NOT NULL
    DEFAULT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
CREATE TABLE class_pack (       -- the packs of a class, numbered from 1
  class text NOT NULL REFERENCES class(id) ON DELETE CASCADE, number int NOT NULL CHECK (number > 0),
  hash text NOT NULL REFERENCES pack(hash), PRIMARY KEY (class, number));
CREATE INDEX audit_at ON audit (at);
