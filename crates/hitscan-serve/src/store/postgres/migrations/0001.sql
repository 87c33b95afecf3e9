-- Classes, their students, the students' files, and the audit log.
CREATE TABLE migration (number int PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
CREATE TABLE class (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9_-]{0,31}$'),
  title text NOT NULL, pack text NOT NULL, pack_hash text NOT NULL, code_hash text,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open','paused','closed')),
  lessons text[], due timestamptz, made timestamptz NOT NULL DEFAULT now());
CREATE TABLE pack (hash text PRIMARY KEY, tar bytea NOT NULL);
CREATE TABLE student (class text NOT NULL REFERENCES class(id), id text NOT NULL, seed text NOT NULL,
  claimed timestamptz, code_hash text, PRIMARY KEY (class, id));
CREATE TABLE student_key (class text NOT NULL, student text NOT NULL, fingerprint text NOT NULL, key text NOT NULL,
  added timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (class, student, fingerprint),
  FOREIGN KEY (class, student) REFERENCES student(class, id) ON DELETE CASCADE);
CREATE TABLE work (             -- a file is its rows in order; `at` is the offset of its first byte
  class text NOT NULL, student text NOT NULL, name text NOT NULL, at bigint NOT NULL, bytes bytea NOT NULL,
  written timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (class, student, name, at),
  FOREIGN KEY (class, student) REFERENCES student(class, id) ON DELETE CASCADE);
CREATE TABLE desk (class text NOT NULL, student text NOT NULL, name text NOT NULL, text text NOT NULL,
  written timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (class, student, name));
CREATE TABLE progress (         -- derived; may be dropped and made again
  class text NOT NULL, student text NOT NULL, lesson text NOT NULL, step text NOT NULL,
  points int NOT NULL, most int NOT NULL, state text NOT NULL, changes int NOT NULL, hints int NOT NULL,
  changed timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (class, student, lesson, step));
CREATE TABLE audit (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(),
  class text, who text, address inet, what text NOT NULL, detail text);
