// Creating a task on the bare engine: one transaction per task with the rows the service writes, as plain inserts.
import { tenantIdText } from '../../tests/harness/measure/bench-tenants.ts'
import { buildLocalApi } from '../../tests/harness/service.ts'
import { newId, type Script } from '../lib/pgbench.ts'

const tenant = `${tenantIdText}::uuid`

const takeNumber = `
insert into task_counters as c (tenant_id, last_number) values (${tenant}, 1)
on conflict (tenant_id) do update set last_number = c.last_number + 1 returning last_number;`

const inserts = `
insert into tasks (tenant_id, id, number, status, priority, queue, updated_at, search, doc)
values (${tenant}, ${newId}, :number, 'ready', 3, 'default', now(), task_words(:title, :description), :doc);
insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
values (${tenant}, ${newId}, 'task.created', ${newId}, :actor, :doc, '{}', '{}', now());
insert into audit_entries (tenant_id, id, action, subject_id, actor, request_id, changes, at)
values (${tenant}, ${newId}, 'task.created', ${newId}, :actor, :request, '[]', now());`

export type CreateScriptOptions = {
  databaseUrl: string
  body: { title: string; description: string }
  tenants: number
  /** Without it the transactions of one tenant do not wait for each other, and its tasks have no numbers in sequence. */
  counter: boolean
}

/**
 * Everything goes in one pipeline: no client could send it in fewer round trips. Numbers are made by the client, because
 * pgbench cannot read an answer inside a pipeline; the counter is moved all the same.
 */
export async function createScript(options: CreateScriptOptions): Promise<Script> {
  const doc = await createDocument(options)
  const { created_by: actor } = JSON.parse(doc) as { created_by: { kind: string; id: string } } // a task of the contract
  return {
    text: `\\set t random(1, :tenants)
\\set n :n + 1
\\set number :base + :client_id * 1000000000 + :n
\\startpipeline
begin;
select set_config('app.tenant_id', ${tenantIdText}, true);${options.counter ? takeNumber : ''}${inserts}
commit;
\\endpipeline
`,
    variables: {
      tenants: String(options.tenants),
      n: '0',
      base: '0',
      title: options.body.title,
      description: options.body.description,
      doc,
      actor: `${actor.kind}:${actor.id}`,
      request: '01920000-0000-7000-8000-000000000000',
    },
  }
}

/** The very text the service stores for such a task. */
async function createDocument({ databaseUrl, body }: CreateScriptOptions): Promise<string> {
  const api = await buildLocalApi({ databaseUrl })
  try {
    const headers = { 'x-api-key': api.apiKey }
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/tasks',
      headers,
      payload: body,
    })
    if (answer.statusCode !== 201) throw new Error(`a create was answered ${answer.statusCode}`)
    return answer.body
  } finally {
    await api.stop()
  }
}
