-- Whether an agent reads beyond its claims is read with its token, instead of once more for every tool call. Processes
-- believe what they know about a token until access changes, so a change of the permission counts as one.
--
-- Locks: agents against writes, for a moment. Upgrade: the previous release reads the permission as before, and the trigger
-- costs it nothing.

grant select (reads_beyond_claim) on agents to {{auth}};

create trigger count_change after update of reads_beyond_claim on agents
  for each row when (old.reads_beyond_claim is distinct from new.reads_beyond_claim)
  execute function count_access_change();
