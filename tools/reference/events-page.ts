// docs/reference/events.md from the catalogue and the transition table.
import { type EventEntry, events, statusEvents, transitions } from '@task-service/contract'
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
        type.startsWith('task.') ? 'Task' : 'Comment',
        since,
      ]),
    ),
    '## Envelope',
    code(
      'json',
      JSON.stringify(
        {
          id: 'evt_01930a1b2c3d70008e4f5a6b7c8d9e0f',
          type: 'task.completed',
          timestamp: '2026-11-15T09:30:00.000Z',
          tenant: 'acme',
          actor: { kind: 'key', id: 'key_01930a1b2c3d70008e4f5a6b7c8d9e0e' },
          data: { id: 'tsk_…', status: 'completed', '…': '…' },
          previous: { status: 'in_review', completed_at: null },
          changed: ['status', 'completed_at'],
        },
        null,
        2,
      ),
    ),
    '## Status changes',
    'A status moves only along this table; anything else answers `transition_not_allowed` with the statuses that are open. A finished task (`completed`, `failed`, `canceled`) that becomes `ready` again is `task.reopened`.',
    table(
      ['from', 'to', 'event of entering it'],
      Object.entries(transitions).map(([from, to]) => [
        `\`${from}\``,
        to.map((status) => `\`${status}\``).join(', '),
        `\`${statusEvents[from as keyof typeof statusEvents]}\``,
      ]),
    ),
  )
}
