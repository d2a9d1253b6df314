// A tenant with an integration whose vendor is in memory, a real database, and an engine that takes turns on request.
import type { Actor, AgentWrites, Link, Task, TaskChange } from '@task-service/contract'
import type { WorkContext } from '../../../server/src/db/context.ts'
import type { Database } from '../../../server/src/db/database.ts'
import { createComment } from '../../../server/src/domains/comments/index.ts'
import {
  claimWork,
  type EngineParts,
  notifyIntegrations,
  runTick,
} from '../../../server/src/domains/sync/index.ts'
import {
  changeLocked,
  createTasks,
  findTaskForChange,
} from '../../../server/src/domains/tasks/index.ts'
import { decodeId } from '../../../server/src/lib/ids.ts'
import { uuidv7 } from '../../../server/src/lib/uuid.ts'
import { until } from '../../operate/until.ts'
import { dispatchAll } from '../webhooks/dispatch-all.ts'
import { bot, MemoryVendor } from './memory-vendor.ts'

type Row = Record<string, unknown>
type Query = (text: string, values?: unknown[]) => Promise<{ rows: Row[] }>

export type SceneOptions = {
  mapping?: object
  outgoingQueue?: string
  leaseMs?: number
  agentWrites?: AgentWrites
  /** False: the control, without the gate. */
  gatesAgents?: boolean
}

const person: Actor = { kind: 'user', id: 'usr_1' }

export type SyncScene = Awaited<ReturnType<typeof createSyncScene>>

type Ids = { tenantId: string; integrationId: string }

export async function createSyncScene(db: Database, query: Query, options: SceneOptions = {}) {
  const vendor = new MemoryVendor()
  const ids: Ids = { tenantId: uuidv7(), integrationId: uuidv7() }
  const { leaseMs = 20_000 } = options
  await insertIntegration(query, ids, options)
  const others = new Map<string, MemoryVendor>()
  const warnings: unknown[] = []
  const parts: EngineParts = {
    ...workOf(db),
    host: {
      ...vendor.host(),
      open: (connection) =>
        (others.get(connection.integrationId) ?? vendor).host().open(connection),
    },
    log: { warn: (facts, message) => void warnings.push([message, facts]) },
    leaseMs,
    gatesAgents: options.gatesAgents ?? true,
  }
  const dispatch = () => dispatchEvents(db, query)

  async function claim() {
    const leases = await claimWork(db.feed, { slots: 10, most: 100, busy: [], leaseMs })
    return leases.filter(({ integrationId: id }) => id === ids.integrationId || others.has(id))
  }

  /** Another integration of the tenant, with a vendor of its own. */
  async function addIntegration(settings: SceneOptions) {
    const other = { vendor: new MemoryVendor(), integrationId: uuidv7() }
    others.set(other.integrationId, other.vendor)
    await insertIntegration(query, { ...ids, integrationId: other.integrationId }, settings)
    return other
  }

  /** Turns until nothing is left to do; how many it took. */
  async function settle(most = 20): Promise<number> {
    for (let turns = 0; turns < most; turns++) {
      await dispatch()
      const leases = await claim()
      if (leases.length === 0) return turns
      for (const lease of leases) await runTick(parts, lease, new AbortController().signal)
    }
    throw new Error(`after ${most} turns there is more to do: ${JSON.stringify(warnings)}`)
  }

  return {
    ...ids,
    vendor,
    parts,
    warnings,
    person,
    dispatch,
    claim,
    settle,
    addIntegration,
    ...readers(query, ids.tenantId),
    ...hands(parts, ids.tenantId),
  }
}

function workOf(db: Database): Pick<EngineParts, 'inTenant' | 'openSecret' | 'retryMs'> {
  return {
    inTenant: (tenant, actor, work) =>
      db.tenantTx(tenant, (tx) => work({ tx, actor, requestId: uuidv7(), now: new Date() })),
    openSecret: async () => undefined,
    retryMs: () => 0,
  }
}

async function insertIntegration(query: Query, ids: Ids, options: SceneOptions): Promise<void> {
  const { mapping = {}, outgoingQueue = null, agentWrites = 'allow' } = options
  await query(
    `insert into integrations (tenant_id, id, provider, name, hosts, mapping, outgoing_queue, self, agent_writes,
       poll_seconds, due_at, created_by, created_at, updated_at)
     values ($1, $2, 'memory', 'Memory', '{}', $3, $4, $5, $6, 60, now(), 'system:test', now(), now())`,
    [
      ids.tenantId,
      ids.integrationId,
      JSON.stringify(mapping),
      outgoingQueue,
      JSON.stringify(bot),
      agentWrites,
    ],
  )
}

/**
 * From the log to signals, as the dispatcher does it, until all is read. PostgreSQL's own transactions, such as an automatic
 * ANALYZE, hold events back for a moment.
 */
async function dispatchEvents(db: Database, query: Query): Promise<void> {
  const queue = { add: async () => undefined }
  const matching = { wants: () => false, needsContent: () => false, taskOf: () => '' }
  const step = () =>
    db.feed.tx((tx) => dispatchAll(tx, { queue, matching, consumers: [notifyIntegrations] }))
  await until('all events are dispatched', async () => {
    const { rows: heldBack } = await query(
      'select 1 from events where xid >= pg_snapshot_xmin(pg_current_snapshot()) limit 1',
    )
    while ((await step()).read > 0);
    return heldBack.length === 0
  })
}

function readers(query: Query, tenantId: string) {
  const rows = async (text: string) => (await query(text, [tenantId])).rows
  return {
    rows,
    pullNow: () =>
      query(
        `update integrations set next_pull_at = null, due_at = now(), rest_until = null where tenant_id = $1`,
        [tenantId],
      ),
    tasks: async () =>
      (await rows('select doc from tasks where tenant_id = $1 order by number')).map(
        (row) => row['doc'] as Task, // written by the service
      ),
    links: () => rows('select * from links where tenant_id = $1 order by id'),
    taskOf: async (externalId: string): Promise<Task> => {
      const { rows: found } = await query(
        `select t.doc from links l join tasks t on t.tenant_id = l.tenant_id and t.id = l.task_id
         where l.tenant_id = $1 and l.external_id = $2 and l.state <> 'gone'`,
        [tenantId, externalId],
      )
      if (!found[0]) throw new Error(`item ${externalId} has no task`)
      return found[0]['doc'] as Task // written by the service
    },
    linkState: async (externalId: string) => {
      const { rows: found } = await query(
        'select state from links where tenant_id = $1 and external_id = $2 order by id',
        [tenantId, externalId],
      )
      return found.map((row) => row['state'] as Link['state']) // by its check
    },
    commentsOf: async (task: Task) => {
      const { rows: found } = await query(
        'select body, author from comments where tenant_id = $1 and task_id = $2 order by id',
        [tenantId, decodeId('task', task.id)],
      )
      return found
    },
  }
}

function hands(parts: EngineParts, tenantId: string) {
  const as = <T>(actor: Actor, work: (ctx: WorkContext) => Promise<T>) =>
    parts.inTenant(tenantId, actor, work)
  return {
    as,
    change: (task: Task, change: TaskChange) =>
      as(person, async (ctx) => {
        const locked = await findTaskForChange(ctx, decodeId('task', task.id) ?? '')
        if (!locked) throw new Error('the task is gone')
        return changeLocked(ctx, locked, change, {})
      }),
    create: async (title: string, queue = 'default') => {
      const [task] = await as(person, (ctx) => createTasks(ctx, [{ title, queue }]))
      if (!task) throw new Error('no task was made')
      return task
    },
    say: (task: Task, body: string) => as(person, (ctx) => createComment(ctx, task.id, body)),
  }
}
