-- What a student has reached follows from their work, and is written a moment after it. The greatest
-- `work_bytes` of a student is how long the work was then: if it is longer by now, this is behind.
ALTER TABLE progress
  ADD is_open boolean NOT NULL DEFAULT false,   -- the step where the student is
  ADD work_bytes bigint NOT NULL DEFAULT 0,
  ADD CHECK (state IN ('begun','done'));
