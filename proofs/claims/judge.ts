// What came of the claims, by the database and by the ledgers of the claimers.
import { withAdmin } from '../../tests/harness/admin-client.ts'
import type { Entry } from './ledger.ts'

export type Findings = {
  claims: number
  /** First claims, and those of them that were never completed. */
  firstClaims: number
  lostFirstClaims: number
  notCompleted: string[]
  completedTwice: string[]
  staleHeartbeats: number
  staleCompletes: number
  staleAccepted: string[]
  /** Of requests that were rejected. */
  traces: number
  repeats: number
  faults: string[]
  /** After the end of a lease, until the task can be claimed and until it is. */
  longestStuckMs: number
  longestWaitMs: number
}

type Waits = { stuck_ms: number; claimed_ms: number }
const NO_WAITS: Waits = { stuck_ms: Number.NaN, claimed_ms: Number.NaN }

type TaskRow = {
  id: string
  status: string
  /** The run whose result the task has. */
  result_of: string | null
  run_events: number
  task_events: number
}

export async function judgeClaims(
  superuserUrl: string,
  entries: readonly Entry[],
): Promise<Findings> {
  const { tasks, traces, waits } = await withAdmin(superuserUrl, async (admin) => ({
    tasks: (await admin.query<TaskRow>(TASKS)).rows,
    traces: (await admin.query<{ n: number }>(TRACES)).rows[0]?.n ?? Number.NaN,
    waits: (await admin.query<Waits>(WAITS)).rows[0] ?? NO_WAITS,
  }))
  const claims = entries.filter((entry) => entry.kind === 'claimed')
  const taskOf = new Map(claims.map(({ run, task }) => [run, task]))
  const acknowledged = Map.groupBy(
    entries.filter((entry) => entry.kind === 'completed' && entry.status === 200),
    ({ run }) => taskOf.get(run),
  )
  const stale = entries.filter((entry) => entry.kind === 'stale')
  // The holder of the lease is not rejected, and a request that is repeated is answered as before.
  const refused = entries.filter(
    ({ kind, ...entry }) =>
      ['heartbeat', 'completed', 'repeated'].includes(kind) &&
      'status' in entry &&
      entry.status !== 200,
  )
  const finished = new Set(tasks.flatMap(({ result_of: run }) => (run ? [run] : [])))
  const first = claims.filter(({ attempt }) => attempt === 1)
  const isTwice = ({ id, run_events: runs, task_events: events }: TaskRow) =>
    runs > 1 || events > 1 || countRuns(acknowledged.get(toPublic(id))) > 1
  return {
    claims: claims.length,
    firstClaims: first.length,
    lostFirstClaims: first.filter(({ run }) => !finished.has(run)).length,
    notCompleted: tasks
      .filter((task) => task.status !== 'completed' || task.run_events < 1 || task.task_events < 1)
      .map(describeTask),
    completedTwice: tasks.filter(isTwice).map(describeTask),
    staleHeartbeats: stale.filter(({ operation }) => operation === 'heartbeat').length,
    staleCompletes: stale.filter(({ operation }) => operation === 'complete').length,
    staleAccepted: stale
      .filter(({ status, code }) => status !== 409 || code !== 'lease_lost')
      .map((entry) => JSON.stringify(entry)),
    traces,
    repeats: entries.filter(({ kind }) => kind === 'repeated').length,
    faults: [
      ...refused.map((entry) => JSON.stringify(entry)),
      ...findWrongResults(tasks, acknowledged),
    ],
    longestStuckMs: waits.stuck_ms,
    longestWaitMs: waits.claimed_ms,
  }
}

type Acknowledged = ReadonlyMap<string | undefined, readonly { run: string }[]>

/** The result of a task is the one that was acknowledged. */
function findWrongResults(tasks: readonly TaskRow[], acknowledged: Acknowledged): string[] {
  return tasks.flatMap(({ id, result_of: run }) => {
    const runs = (acknowledged.get(toPublic(id)) ?? []).map((entry) => entry.run)
    return runs.length > 0 && (run === null || !runs.includes(run))
      ? [`${toPublic(id)} has the result of ${run}, acknowledged: ${runs.join(', ')}`]
      : []
  })
}

const countRuns = (entries: readonly { run: string }[] = []) =>
  new Set(entries.map(({ run }) => run)).size

const toPublic = (uuid: string) => `tsk_${uuid.replaceAll('-', '')}`

const describeTask = ({ id, ...task }: TaskRow) => `${toPublic(id)} ${JSON.stringify(task)}`

const TASKS = `
  select t.id, t.status, t.doc->'result'->>'run' as result_of,
    coalesce(e.runs, 0)::int as run_events, coalesce(e.tasks, 0)::int as task_events
  from tasks t
  left join (
    select tenant_id, subject_id, count(*) filter (where type = 'run.completed') as runs,
      count(*) filter (where type = 'task.completed') as tasks
    from events group by tenant_id, subject_id) e on e.tenant_id = t.tenant_id and e.subject_id = t.id`

const TRACES = `select count(*)::int as n from runs where progress::text like '%stale%'`

const LEASE_END = `(r.heartbeat_at + r.lease_seconds * interval '1 second')`

/**
 * From the end of a lease to the moment from which the task can be claimed, and to the next claim. The latter also depends on
 * whether a claimer is free, which it is not while tasks are waiting that were never claimed.
 */
const WAITS = `
  with busy as (select max(created_at) as until from runs where attempt = 1)
  select coalesce(max(extract(epoch from r.ended_at - ${LEASE_END}) * 1000) filter (where r.state = 'expired'), 0)::float8
      as stuck_ms,
    coalesce(max(extract(epoch from later.created_at - greatest(${LEASE_END}, busy.until)) * 1000), 0)::float8 as claimed_ms
  from busy, runs r
  left join runs later on later.tenant_id = r.tenant_id and later.task_id = r.task_id and later.attempt = r.attempt + 1`
