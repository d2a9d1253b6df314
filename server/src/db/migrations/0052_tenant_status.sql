-- Validates the statuses of tenants, which the previous migration extended by those of a move.
--
-- Locks: SHARE UPDATE EXCLUSIVE on tenants, which blocks neither reads nor writes. Works with the previous release as before.
--
-- Works with: 0037

alter table tenants validate constraint tenants_status_known;
