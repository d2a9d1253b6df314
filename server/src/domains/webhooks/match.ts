// Whether an event matches a webhook. The dispatcher, the filter test and the recovery of missed events all ask here, so
// that they cannot disagree.
import { type FilterValue, selectsType, type WebhookFilter } from '@task-service/contract'
import { parseActor } from '#lib/actor.ts'

export type Subscription = { event_types: readonly string[]; filter: WebhookFilter }

/** As the log has it. */
export type MatchedEvent = {
  type: string
  data: object
  previous: object
  changed: readonly string[]
  /** `key:key_…` */
  actor: string
}

export function matchesEvent(subscription: Subscription, event: MatchedEvent): boolean {
  return findMismatch(subscription, event) === undefined
}

/** Why the event does not match, as a text; undefined when it does. */
export function findMismatch(
  { event_types: types, filter }: Subscription,
  event: MatchedEvent,
): string | undefined {
  if (types.length > 0 && !types.some((wanted) => selectsType(wanted, event.type))) {
    return `event_types does not include ${event.type}`
  }
  for (const [path, wanted] of Object.entries(filter)) {
    const value = valueAt(event, path)
    if (!hasOneOf(value, wanted)) return explain(path, value)
  }
  return undefined
}

function valueAt(event: MatchedEvent, path: string): unknown {
  const [root, ...names] = path.split('.')
  switch (root) {
    case 'data':
    case 'previous':
      return names.reduce(step, event[root])
    case 'actor':
      return names.reduce(step, parseActor(event.actor))
    case 'changed':
      return names.length === 0 ? event.changed : undefined
    default:
      return undefined
  }
}

/** Own properties only: `constructor` and the like are no fields. An array is a value and has no fields. */
function step(value: unknown, name: string): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}

function hasOneOf(value: unknown, wanted: readonly FilterValue[]): boolean {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return wanted.some((one) => values.includes(one))
}

function explain(path: string, value: unknown): string {
  if (value === undefined) return `the event has no ${path}`
  const text = JSON.stringify(value)
  return `${path} is ${text.length > 200 ? `${text.slice(0, 200)}…` : text}, which is not in the filter`
}
