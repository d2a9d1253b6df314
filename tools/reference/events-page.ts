// docs/reference/events.md from the catalog and the transition table.
import {
  type EventEntry,
  type EventType,
  eventExample,
  events,
  statusEvents,
  transitions,
} from '@task-service/contract'
import { code, GENERATED, page, table } from './markdown.ts'

export function eventsPage(): string {
  return page(
    '# Events',
    GENERATED,
    'Every change of a task or comment writes exactly one event, in the same transaction as the change and its audit entry. A request that changes nothing writes none.',
    table(
      ['type', 'when', 'data', 'since'],
      Object.entries<EventEntry>(events).map(([type, { when, since }]) => [
        `\`${type}\``,
        when,
        dataName(type),
        since,
      ]),
    ),
    '`GET /api/event-types` returns the same list with the JSON Schema of each type. How to read events: [guide](../guide/events.md).',
    '## Envelope',
    'Feed, stream and webhooks send the same bytes, with the fields in this order.',
    code('json', JSON.stringify(eventExample('task.completed'), null, 2)),
    '## Status changes',
    'Only these transitions are allowed; any other request fails with `transition_not_allowed` and the allowed statuses. A finished task (`completed`, `failed`, `canceled`) that moves back to `ready` emits `task.reopened`.',
    table(
      ['from', 'to', 'event on entering it'],
      Object.entries(transitions).map(([from, to]) => [
        `\`${from}\``,
        to.map((status) => `\`${status}\``).join(', '),
        `\`${statusEvents[from as keyof typeof statusEvents]}\``,
      ]),
    ),
    '## Examples',
    'Without the fields of the envelope that are the same as above.',
    ...types.map((type) => `### ${type}\n\n${code('json', example(type))}`),
  )
}

const types = Object.keys(events) as EventType[] // keys of the catalog

/** `data` of a change is the object after it; only the changed fields are shown. */
function example(type: EventType): string {
  const { data, previous, changed } = eventExample(type)
  const fields = changed.length > 0 ? ['id', ...changed] : Object.keys(data)
  const shown = Object.fromEntries(fields.map((field) => [field, data[field]]))
  const rest = changed.length > 0 ? { '…': '…' } : {}
  return JSON.stringify({ type, data: { ...shown, ...rest }, previous, changed }, null, 2)
}

/** The noun in front of the dot is the name of the schema. */
function dataName(type: string): string {
  const [noun = ''] = type.split('.')
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}
