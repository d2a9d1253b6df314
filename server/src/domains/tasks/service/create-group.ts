// Creating tasks in groups: requests that arrive together commit together, even those of different tenants. A tenant
// whose counter is locked, or whose rows made a group fail, commits separately and delays no other tenant.
import type { Actor, TaskCreate } from '@task-service/contract'
import type { Sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { actorText } from '#lib/actor.ts'
import { createIsolatingGroup } from '#lib/fair/isolating-group.ts'
import type { ByteLimits } from '#lib/limits/byte-limits.ts'
import { observeGauge } from '#observe/metrics.ts'
import { splitAtNumber } from '../document.ts'
import { type Inserted, type Insertion, insertStatements, type LockMode } from '../insertion.ts'
import { draftTask, runInsert } from './create-tasks.ts'
import { namesParentByNumber } from './resolve-parents.ts'

export type CreateRequest = {
  tenant: { id: string }
  actor: Actor
  requestId: string
  now: Date
  limits?: ByteLimits
  body: TaskCreate
  idempotency?: { key: string; requestHash: Buffer; expiresAt: Date }
}

export type Created = { json: string; headers: { location: string; etag: string } }

/** Measured: larger groups gain nothing and make everybody in them wait. */
const MAX_ITEMS = 128
/** More than this waiting means the database does not keep up; shedding is kinder than a long wait. */
const MAX_WAITING = 4_000
/** Of the documents of one group; the time it takes grows with it. */
const MAX_GROUP_CHARACTERS = 256 * 1024
/** What a group saves is the same for every task, and little beside what a large one costs. */
const MAX_ITEM_CHARACTERS = 16 * 1024

export type TaskGroup = {
  /** Undefined when the request has to be done alone: its key, reference or relations do not permit it, or it is large. */
  create: (request: CreateRequest) => Promise<Created | undefined>
}

export type TaskGroupOptions = {
  /** Commits rows of these tenants together, as a role that may do nothing else. */
  commitTogether: (tenantIds: readonly string[], statements: readonly Sql[]) => Promise<Inserted[]>
  /** A transaction of one tenant. */
  inTenant: <T>(tenantId: string, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Only a test that shows what `skip` is for has another. */
  lockMode?: LockMode
}

const sizeOf = ({ document: { head, tail } }: Pick<Insertion, 'document'>) =>
  head.length + tail.length

export function createTaskGroup(options: TaskGroupOptions): TaskGroup {
  const group = createIsolatingGroup<Insertion, number>({
    maxItems: MAX_ITEMS,
    maxWaiting: MAX_WAITING,
    bytes: { sizeOf, max: MAX_GROUP_CHARACTERS },
    ownerOf: ({ tenantId }) => tenantId,
    async sendTogether(items) {
      const tenantIds = [...new Set(items.map(({ tenantId }) => tenantId))]
      const statements = insertStatements(items, options.lockMode ?? 'skip')
      const inserted = await options.commitTogether(tenantIds, statements)
      const numbers = new Map(inserted.map(({ place, number }) => [place, number]))
      return items.map((_, place) => {
        const number = numbers.get(place)
        return number ? { result: number } : number === null ? 'busy' : undefined
      })
    },
    async sendSeparately(tenantId, items) {
      const numbers = await options.inTenant(tenantId, (tx) => runInsert(tx, items))
      return items.map((_, place) => numbers.get(place))
    },
  })
  observeGauge(
    'task_service.create.waiting',
    'Create requests waiting for a group commit',
    group.waiting,
  )
  const keysInFlight = new Set<string>()

  return {
    async create(request) {
      const { idempotency, tenant, body } = request
      // It waits for the tasks that it names, or looks for one by its number, and a group waits for no one.
      if (body.blocked_by?.length || namesParentByNumber(body)) return undefined
      const task = draftTask(request, body)
      const document = splitAtNumber(task)
      if (sizeOf({ document }) > MAX_ITEM_CHARACTERS) return undefined
      const headers = { location: `/api/tasks/${task.id}`, etag: '"1"' }
      const insertion: Insertion = {
        tenantId: tenant.id,
        task,
        document,
        actor: actorText(request.actor),
        requestId: request.requestId,
        ...(idempotency && { answer: { ...idempotency, headers } }),
      }
      const keyInFlight = idempotency && `${tenant.id}/${idempotency.key}`
      // One statement cannot hold a key twice. Alone it finds out whether the answer is kept already or not yet.
      if (keyInFlight && keysInFlight.has(keyInFlight)) return undefined
      if (keyInFlight) keysInFlight.add(keyInFlight)
      try {
        const number = await group.submit(insertion)
        if (number === undefined) return undefined
        return { json: document.head + number + document.tail, headers }
      } finally {
        if (keyInFlight) keysInFlight.delete(keyInFlight)
      }
    },
  }
}
