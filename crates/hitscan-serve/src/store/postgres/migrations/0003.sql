-- Progress is derived from a student's work and written shortly after it. The greatest `work_bytes`
-- of a student is the length of the work at that time: if the work is longer now, progress is stale.
ALTER TABLE progress
  ADD is_open boolean NOT NULL DEFAULT false,   -- the student's current step
  ADD work_bytes bigint NOT NULL DEFAULT 0,
  ADD CHECK (state IN ('begun','done'));
