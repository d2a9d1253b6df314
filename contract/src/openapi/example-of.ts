// An example of a response: a value that fits its schema. Tasks, runs and other objects of events are those of the event
// examples, so that they look the same everywhere.

import type { EventType } from '../events/events.ts'
import { eventExample } from '../events/examples.ts'
import { componentNameOf, type JsonObject } from './component-names.ts'

const AT = '2026-11-15T09:30:00.000Z'
const DEEPEST = 6

/** Values people would write, for names that say what they mean. */
const samples: Readonly<Record<string, string>> = {
  title: 'Check the customs form',
  description: 'Line 2 has no HS code.',
  body: 'Done.',
  queue: 'customs',
  label: 'customs',
  labels: 'customs',
  assignee: 'mara@example.com',
  delegate: 'refund-agent',
  agent: 'refund-agent',
  source: 'hubspot',
  external_id: 'ticket-4711',
  name: 'Late shipments',
  url: 'https://example.com/hooks/tasks',
  tenant: 'acme',
  next_cursor: 'eyJhIjoxODgxfQ.4fNq',
}

const eventOf: Readonly<Record<string, EventType>> = {
  Agent: 'agent.created',
  Approval: 'approval.requested',
  Attachment: 'attachment.created',
  Comment: 'comment.created',
  Conflict: 'task.sync_conflict',
  Link: 'link.frozen',
  Question: 'question.asked',
  Run: 'run.started',
  Schedule: 'schedule.created',
  Task: 'task.created',
  Webhook: 'webhook.test',
}

export function exampleOf(schema: JsonObject, name = '', depth = 0): unknown {
  const component = componentNameOf(schema)?.name ?? ''
  const event = eventOf[component]
  if (event) return eventExample(event).data
  if (component === 'EventEnvelope') return eventExample('task.created')
  const known = knownValue(schema)
  if (known !== undefined) return known
  const [branch] = (schema['anyOf'] ?? schema['oneOf'] ?? []) as JsonObject[] // schemas, as in JSON Schema
  if (branch) return exampleOf(joined(schema, branch), name, depth)
  return valueOf(schema, name, depth)
}

function knownValue(schema: JsonObject): unknown {
  const [example] = (schema['examples'] ?? []) as unknown[]
  const [choice] = (schema['enum'] ?? []) as unknown[]
  return example ?? schema['const'] ?? schema['default'] ?? choice
}

const propertiesOf = (schema: JsonObject) => schema['properties'] as JsonObject | undefined

/** A branch adds to what stands beside it. */
function joined({ anyOf: _any, oneOf: _one, ...beside }: JsonObject, branch: JsonObject) {
  const properties = { ...propertiesOf(beside), ...propertiesOf(branch) }
  const hasFields = Object.keys(properties).length > 0
  return { ...beside, ...branch, ...(hasFields && { properties }) }
}

function valueOf(schema: JsonObject, name: string, depth: number): unknown {
  const type = [schema['type']].flat().find((one) => one !== 'null')
  switch (type) {
    case 'object':
      return depth > DEEPEST ? {} : fieldsOf(schema, depth)
    case 'array':
      return depth > DEEPEST
        ? []
        : [exampleOf((schema['items'] ?? {}) as JsonObject, name, depth + 1)]
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.min(Math.max(Number(schema['minimum'] ?? 1), 1), Number(schema['maximum'] ?? 1))
    case 'string':
      return textOf(schema, name)
    default:
      return name === '' ? null : {}
  }
}

function fieldsOf(schema: JsonObject, depth: number): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonObject>
  return Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, exampleOf(one, name, depth + 1)]),
  )
}

function textOf({ format, maxLength }: JsonObject, name: string): string {
  if (format === 'date-time') return AT
  if (format === 'date') return AT.slice(0, 10)
  return (samples[name] ?? 'text').slice(0, Number(maxLength ?? 200))
}
