-- Whom a comment mentions, as the service understood its text when it was written: users and agents that existed then. The
-- inbox of the mentioned users and the readers of events need it without parsing the text again. The dispatcher reads it, and
-- none of the text, for all tenants.
--
-- The new column has a constant default, so no row is rewritten. The previous release does not know the column; comments that
-- it writes mention no one.
--
-- Works with: 0037
-- Takes: ACCESS EXCLUSIVE on comments

alter table comments add column mentions text[] not null default '{}';

create policy notify on comments for select to {{feed}} using (true);
grant select (tenant_id, id, task_id, mentions) on comments to {{feed}};
