// docs/reference/api.md from the operations table.
import { agentPath, commonErrors, type Operation, operations } from '@task-service/contract'
import { GENERATED, page, table } from './markdown.ts'

type Field = {
  type?: string | string[]
  enum?: unknown[]
  description?: string
  default?: unknown
}

export function apiPage(): string {
  const entries = Object.entries<Operation>(operations)
  return page(
    '# API',
    GENERATED,
    'All schemas are in the OpenAPI 3.1 document at `/api/openapi.json` (also [contract/openapi.json](../../contract/openapi.json)). Every request needs an API key in the `X-API-Key` header. Agents call the operations that accept an agent token at their own paths, below `/agent`, with `Authorization: Bearer agt_…`.',
    table(
      ['method', 'path', 'summary', 'operation'],
      entries.map(([id, { method, path, summary }]) => [
        method,
        `\`${path}\``,
        summary,
        `[${id}](#${id.replaceAll('.', '')})`,
      ]),
    ),
    `In addition to the errors listed with each operation, any operation can return ${commonErrors.map(link).join(', ')}.`,
    ...entries.flatMap(([id, entry]) => section(id, entry)),
  )
}

function link(name: string): string {
  return `[\`${name}\`](errors.md#${name})`
}

function section(id: string, entry: Operation): string[] {
  const responses = Object.entries(entry.success).map(
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
    ...(entry.agentToken
      ? [`With an agent token: \`${entry.method} ${agentPath(entry.path)}\`.`]
      : []),
    ...fields('Query', entry.query),
    ...fields('Body', entry.body),
    ...(entry.file ? ['Body: the content of the file, of any media type.'] : []),
    ...(headers.length > 0 ? [`Headers: ${headers.join(', ')}.`] : []),
    `Responses: ${responses.join('; ')}. Errors: ${entry.errors.map(link).join(', ') || 'only the common ones'}.`,
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
    [field.description, field.default === undefined ? undefined : `Default: ${defaultText(field)}`]
      .flatMap((text) => (text === undefined ? [] : [text.replace(/\.?$/, '.')]))
      .join(' '),
  ])
  return rows.length > 0 ? [table([title, 'type', 'description'], rows)] : []
}

function defaultText({ default: value }: Field): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function typeOf(field: Field): string {
  if (field.enum) return field.enum.map((value) => `\`${String(value)}\``).join(', ')
  return [field.type ?? 'any JSON'].flat().join(' or ')
}
