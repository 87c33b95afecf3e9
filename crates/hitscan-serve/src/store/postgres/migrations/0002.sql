-- What else the record of a class says, its place in the order of a roster, and packs beside the
-- one that is taught. `edition` is another one whenever work is cut or replaced: a writer that knows
-- the one before writes nothing any more, at whatever offset. It begins with the time, so that none
-- comes again where a row was deleted and made anew.
ALTER TABLE class
  ADD languages text[] NOT NULL DEFAULT '{}',
  ADD most_students int NOT NULL DEFAULT 40,
  ADD roster text NOT NULL DEFAULT 'closed' CHECK (roster IN ('open','closed')),
  ADD was_used boolean NOT NULL DEFAULT false;
ALTER TABLE student
  ADD listed int,               -- which line of the roster it is; none where it is on no line
  ADD listed_seed text,         -- what that line says; `seed` is that of whoever has the place
  ADD edition bigint NOT NULL
    DEFAULT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
CREATE TABLE class_pack (       -- the first, second ... pack that was put into a class
  class text NOT NULL REFERENCES class(id) ON DELETE CASCADE, number int NOT NULL CHECK (number > 0),
  hash text NOT NULL REFERENCES pack(hash), PRIMARY KEY (class, number));
CREATE INDEX audit_at ON audit (at);
