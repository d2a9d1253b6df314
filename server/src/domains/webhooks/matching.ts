// How the dispatcher asks which webhooks want an event.
import type { Matching } from '#events/dispatch.ts'
import { matchesEvent, type Subscription } from './match.ts'
import { taskOf } from './task-of.ts'

/** A test goes to the one webhook that it is for; its delivery is written with it. */
const TEST = 'webhook.test'

export const matching: Matching = {
  wants: (subscription, event) =>
    event.type !== TEST &&
    matchesEvent(subscription as Subscription, { data: {}, previous: {}, ...event }), // stored as the contract has it
  needsContent: ({ filter }) => Object.keys(filter).some((path) => /^(data|previous)\b/.test(path)),
  taskOf: (event) => taskOf({ ...event, data: event.data ?? {} }),
}
