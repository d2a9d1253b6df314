// Creating tasks in groups: requests that arrive together commit together, whatever tenants they are of.
import type { Actor, TaskCreate } from '@task-service/contract'
import type { Sql } from '#db/sql.ts'
import { actorText } from '#lib/actor.ts'
import { isRepeatable, isUnavailable } from '#lib/database-failure.ts'
import { createGroup } from '#lib/group.ts'
import { printTask } from '../document.ts'
import { type Inserted, type Insertion, insertStatement } from '../insertion.ts'
import { draftTask } from './create-tasks.ts'

export type CreateRequest = {
  tenant: { id: string }
  actor: Actor
  requestId: string
  now: Date
  body: TaskCreate
  idempotency?: { key: string; requestHash: Buffer; expiresAt: Date }
}

export type Created = { json: string; headers: { location: string; etag: string } }

/** Measured: larger groups gain nothing and make everybody in them wait. */
const MAX_ITEMS = 128
/** More than this waiting means the database does not keep up; shedding is kinder than a long wait. */
const MAX_WAITING = 4_000

export type TaskGroup = {
  /** Undefined when the request has to be done alone: its key or reference is taken, or its group failed. */
  create: (request: CreateRequest) => Promise<Created | undefined>
  waiting: () => number
}

export function createTaskGroup(
  commit: (tenantIds: readonly string[], statement: Sql) => Promise<Inserted[]>,
): TaskGroup {
  const group = createGroup<Insertion, number>({
    maxItems: MAX_ITEMS,
    maxWaiting: MAX_WAITING,
    // A lost race was rolled back; what became of a lost connection nobody knows.
    mayGoAlone: (error) => isRepeatable(error) || !isUnavailable(error),
    async send(items) {
      const tenantIds = [...new Set(items.map(({ tenantId }) => tenantId))]
      const inserted = await commit(tenantIds, insertStatement(items))
      const numbers = new Map(inserted.map(({ place, number }) => [place, number]))
      return items.map((_, place) => numbers.get(place))
    },
  })
  const keysOnTheirWay = new Set<string>()

  return {
    waiting: group.waiting,
    async create(request) {
      const { idempotency } = request
      const task = draftTask(request, request.body)
      const headers = { location: `/api/tasks/${task.id}`, etag: '"1"' }
      const insertion: Insertion = {
        tenantId: request.tenant.id,
        task,
        actor: actorText(request.actor),
        requestId: request.requestId,
        ...(idempotency && { answer: { ...idempotency, headers } }),
      }
      const onTheWay = idempotency && `${request.tenant.id}/${idempotency.key}`
      // One statement cannot hold a key twice. Alone it finds out whether the answer is kept already or not yet.
      if (onTheWay && keysOnTheirWay.has(onTheWay)) return undefined
      if (onTheWay) keysOnTheirWay.add(onTheWay)
      try {
        const number = await group.submit(insertion)
        return number === undefined ? undefined : { json: printTask({ ...task, number }), headers }
      } finally {
        if (onTheWay) keysOnTheirWay.delete(onTheWay)
      }
    },
  }
}
