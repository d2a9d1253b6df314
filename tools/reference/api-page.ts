// docs/reference/api.md from the operations table.
import { commonErrors, type Operation, operations } from '@task-service/contract'
import { GENERATED, page, table } from './markdown.ts'

type Field = {
  type?: string | string[]
  enum?: unknown[]
  description?: string
  default?: string | number
}

export function apiPage(): string {
  const entries = Object.entries<Operation>(operations)
  return page(
    '# API',
    GENERATED,
    'The full description with every schema is the OpenAPI 3.1 document at `/api/openapi.json` (also [contract/openapi.json](../../contract/openapi.json)). Every request carries `X-API-Key`.',
    table(
      ['method', 'path', 'does', 'operation'],
      entries.map(([id, { method, path, summary }]) => [
        method,
        `\`${path}\``,
        summary,
        `[${id}](#${id.replaceAll('.', '')})`,
      ]),
    ),
    `Besides the errors listed with each operation, any operation can answer ${commonErrors.map(link).join(', ')}.`,
    ...entries.flatMap(([id, entry]) => section(id, entry)),
  )
}

function link(name: string): string {
  return `[\`${name}\`](errors.md#${name})`
}

function section(id: string, entry: Operation): string[] {
  const answers = Object.entries(entry.success).map(
    ([status, { description }]) => `${status} ${description}`,
  )
  const headers = [
    ...(entry.idempotencyKey ? ['`Idempotency-Key`'] : []),
    ...(entry.ifMatch ? ['`If-Match`'] : []),
    ...(entry.ifNoneMatch ? ['`If-None-Match`'] : []),
  ]
  return [
    `## ${id}`,
    `\`${entry.method} ${entry.path}\` ${entry.summary}. ${entry.description ?? ''}`.trimEnd(),
    ...fields('Query', entry.query),
    ...fields('Body', entry.body),
    ...(headers.length > 0 ? [`Takes ${headers.join(' and ')}.`] : []),
    `Answers ${answers.join('; ')}. Errors: ${entry.errors.map(link).join(', ') || 'only the common ones'}.`,
  ]
}

function fields(title: string, schema: unknown): string[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Field>
    required?: string[]
  }
  const rows = Object.entries(properties).map(([name, field]) => [
    `\`${name}\`${required.includes(name) ? ' (required)' : ''}`,
    typeOf(field),
    [field.description, field.default === undefined ? '' : `Default ${field.default}.`]
      .filter(Boolean)
      .join(' '),
  ])
  return rows.length > 0 ? [table([title, 'type', 'meaning'], rows)] : []
}

function typeOf(field: Field): string {
  if (field.enum) return field.enum.map((value) => `\`${String(value)}\``).join(', ')
  return [field.type ?? 'any JSON'].flat().join(' or ')
}
