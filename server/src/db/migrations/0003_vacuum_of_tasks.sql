-- Tasks are vacuumed when 2 % of them have changed, not 20 %: every change of a task leaves an entry behind in every
-- index, because the time of its last change is in one. docs/decisions/0022-vacuum-and-partitions.md has the figures.
--
-- Locks: ALTER TABLE … SET waits for nothing but vacuum and other changes of the table, and blocks no reader or writer.

alter table tasks set (autovacuum_vacuum_scale_factor = 0.02);
