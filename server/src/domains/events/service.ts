// The event log as its readers get it: pages behind a position, as long as nothing behind it has been deleted.
import {
  type EventListQuery,
  type EventType,
  eventExample,
  eventSchema,
  events,
  PAGE_LIMIT_DEFAULT,
  selectTypes,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { printEnvelope } from '#events/envelope.ts'
import { readLog, refuseTruncated } from '#events/log.ts'
import { parsePosition, printPosition } from '#events/position.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'

export async function listEvents(ctx: Context, query: EventListQuery): Promise<string> {
  const after = query.after === undefined ? undefined : parsePosition(ctx, query.after)
  if (after) await refuseTruncated(ctx.tx, after, ctx.now)
  const page = await readLog(ctx.tx, {
    after,
    types: selectTypes(query.type),
    limit: query.limit ?? PAGE_LIMIT_DEFAULT,
    maxBytes: limitsOf(ctx).pageBytes,
    now: ctx.now,
  })
  const data = page.events.map((row) => printEnvelope(row, ctx.tenant.slug)).join(',')
  const cursor = JSON.stringify(printPosition(ctx, page.end))
  return `{"data":[${data}],"next_cursor":${cursor},"has_more":${page.hasMore}}`
}

const allTypes = Object.keys(events) as EventType[] // keys of the catalog

const catalog = JSON.stringify({
  data: allTypes.map((type) => {
    const { when, since } = events[type]
    return { type, when, since, schema: eventSchema(type), example: eventExample(type) }
  }),
})

export function listEventTypes(): string {
  return catalog
}
