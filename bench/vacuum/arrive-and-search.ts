// Tasks arrive in groups, as they do from the service, and each group is followed by a search.
import type { Client } from 'pg'
import { percentile } from '../../tests/harness/measure/measurement.ts'

export type Arrival = { perSecond: number; searchP50Ms: number; searchP99Ms: number }

/** As many as wait for one commit under load. */
const GROUP = 64

const arrive = `
  with drawn as (select tenant_id, last_number from task_counters order by random() limit ${GROUP}),
    counted as (
      update task_counters c set last_number = c.last_number + 1 from drawn where c.tenant_id = drawn.tenant_id
      returning c.tenant_id, c.last_number)
  insert into tasks (tenant_id, id, number, status, priority, queue, updated_at, search, doc)
  select t.tenant_id, gen_random_uuid(), counted.last_number, 'ready', 3, 'default', now(), t.search, t.doc
  from counted join tasks t on t.tenant_id = counted.tenant_id and t.number = 1 + counted.last_number % 50`

const chooseTenant = `
  select set_config('app.tenant_id', (select tenant_id::text from task_counters offset $1 limit 1), false)`
const search = `select count(*) from search_task_ids('customer')`

export async function arriveAndSearch(
  admin: Client,
  settings: readonly string[],
  tasks: number,
): Promise<Arrival> {
  for (const statement of settings) await admin.query(statement)
  const { rows } = await admin.query<{ count: number }>(`select count(*)::int from task_counters`)
  const tenants = rows[0]?.count ?? 1
  const times: number[] = []
  let arrivingMs = 0
  for (let done = 0; done < tasks; ) {
    const started = performance.now()
    done += (await admin.query(arrive)).rowCount ?? 0
    arrivingMs += performance.now() - started
    await admin.query(chooseTenant, [Math.floor(Math.random() * tenants)])
    const asked = performance.now()
    await admin.query(search)
    times.push(performance.now() - asked)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return {
    perSecond: tasks / (arrivingMs / 1000),
    searchP50Ms: percentile(sorted, 0.5),
    searchP99Ms: percentile(sorted, 0.99),
  }
}
