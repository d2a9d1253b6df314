// docs/reference/errors.md from the error catalog.
import {
  type ErrorEntry,
  errors,
  type Operation,
  operations,
  resetOperation,
  uiCommonErrors,
  uiOperations,
} from '@task-service/contract'
import { code, GENERATED, page, table } from './markdown.ts'

export function errorsPage(): string {
  const entries = Object.entries<ErrorEntry>(errors)
  return page(
    '# Errors',
    GENERATED,
    'Every error answer is `application/problem+json` (RFC 9457). `code` is stable: build on it, not on the texts. `request_id` finds the request in the log of the service.',
    code('json', example()),
    table(
      ['code', 'status', 'title'],
      entries.map(([name, { status, title }]) => [
        `[\`${name}\`](#${name})`,
        String(status),
        title,
      ]),
    ),
    ...entries.flatMap(([name, entry]) => section(name, entry)),
  )
}

const all = { ...operations, ...uiOperations, '/ui/reset': resetOperation }

function section(name: string, entry: ErrorEntry): string[] {
  const users = Object.entries<Operation>(all)
    .filter(([, { errors: own }]) => (own as readonly string[]).includes(name))
    .map(([id]) => `\`${id}\``)
  return [
    `## ${name}`,
    `**${entry.status} ${entry.title}.** ${entry.when}`,
    `What to do: ${entry.action}`,
    users.length > 0 ? `Answered by ${users.join(', ')}.` : answeredAnywhere(name),
  ]
}

function answeredAnywhere(name: string): string {
  return (uiCommonErrors as readonly string[]).includes(name)
    ? 'Any request to the dashboard can meet it; the API never answers it.'
    : 'Any operation can answer it.'
}

function example(): string {
  return JSON.stringify(
    {
      type: 'urn:task-service:problem:invalid_request',
      title: errors.invalid_request.title,
      status: 400,
      code: 'invalid_request',
      detail: 'query statuss: unknown parameter. Allowed: limit, cursor, sort, status, …',
      request_id: '01930a1b-2c3d-7000-8e4f-5a6b7c8d9e0f',
      errors: [
        { in: 'query', pointer: 'statuss', message: 'unknown parameter', allowed: ['limit', '…'] },
      ],
    },
    null,
    2,
  )
}
