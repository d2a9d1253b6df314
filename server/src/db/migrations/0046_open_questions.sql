-- Questions and approvals that are open now, in the inboxes of those who would have been notified of them: the assignee, or
-- those who signed in last. Otherwise they would disappear from the inbox with the upgrade.
--
-- One tenant after the other with the permissions of the application: forced row security hides all rows from the owner, and
-- lifting it would lock the tables. A row that the dispatcher has added in the meantime stays as it is.
--
-- Works with: 0037

do $$
declare
  ids uuid[];
  tenant uuid;
begin
  set local role {{auth}};
  select array_agg(tenant_id) into ids from tenants;
  set local role {{app}};
  foreach tenant in array coalesce(ids, '{}') loop
    perform set_config('app.tenant_id', tenant::text, true);
    insert into notifications (tenant_id, user_id, id, kind, task_id, subject_id, actor, cause, created_at, shows_at)
    select o.tenant_id, r.id, o.id, o.kind, o.task_id, o.id, 'agent:' || o.agent, o.kind || ':' || o.id, o.created_at, o.created_at
    from (
      select tenant_id, id, 'question' as kind, task_id, agent, created_at from questions where state = 'open'
      union all
      select tenant_id, id, 'approval', task_id, agent, created_at from approvals where state = 'open'
    ) o
    join tasks t on t.tenant_id = o.tenant_id and t.id = o.task_id
    left join users p on p.tenant_id = o.tenant_id and p.username = lower(t.assignee) and p.disabled_at is null
    cross join lateral (
      select u.id from users u
      where u.tenant_id = o.tenant_id and u.disabled_at is null and (p.id is null or u.id = p.id)
      order by u.last_sign_in_at desc nulls last, u.id
      limit 200) r
    on conflict (tenant_id, user_id, cause) do nothing;
  end loop;
  set local role none;
  perform set_config('app.tenant_id', '', true);
end $$;
