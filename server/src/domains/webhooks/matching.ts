// How the dispatcher asks which webhooks want an event.
import type { EventContent, LoggedEvent } from '#events/logged-event.ts'
import { matchesEvent, type Subscription } from './match.ts'
import { taskOf } from './task-of.ts'

/** A webhook as the dispatcher reads it. */
export type StoredSubscription = {
  tenant_id: string
  id: string
  event_types: string[]
  filter: Record<string, unknown>
  ordering: 'none' | 'task'
}

/** What the dispatcher asks of webhooks; it knows nothing else of them. */
export type Matching = {
  wants: (subscription: StoredSubscription, event: LoggedEvent & Partial<EventContent>) => boolean
  needsContent: (subscription: StoredSubscription) => boolean
  /** The task that an event is about, where there is one. */
  taskOf: (event: LoggedEvent & Partial<EventContent>) => string
}

/** A test goes to the one webhook that it is for; its delivery is written with it. */
const TEST = 'webhook.test'

export const matching: Matching = {
  wants: (subscription, event) =>
    event.type !== TEST &&
    matchesEvent(subscription as Subscription, { data: {}, previous: {}, ...event }), // stored as the contract has it
  needsContent: ({ filter }) => Object.keys(filter).some((path) => /^(data|previous)\b/.test(path)),
  taskOf: (event) => taskOf({ ...event, data: event.data ?? {} }),
}
