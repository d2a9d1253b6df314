-- Where a user signed in before: the networks (/24, /64) of the latest sign-ins, newest first, at most 16. Sign-in throttling
-- reads them when the budget of wrong passwords for a user is used up, so that guessing from elsewhere, which only takes the
-- username, does not keep the user out of networks they use. In memory alone they would be lost with every restart.
--
-- Locks: ACCESS EXCLUSIVE on users for a moment: a column with a constant default rewrites no rows. The previous release neither
-- reads nor writes it.

alter table users add column sign_in_networks text[] not null default '{}';
