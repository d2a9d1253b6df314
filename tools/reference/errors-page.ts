// docs/reference/errors.md from the catalog.
import {
  type ErrorEntry,
  errors,
  FIELD_ERROR_TEXTS,
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
    'Every error response is `application/problem+json` (RFC 9457). Build on `code`, which is stable, not on `title` and `detail`, which may change. `type` is the URL of a page of the service that describes the error; it needs no API key. `request_id` identifies the request in the log of the service.',
    code('json', example()),
    '## Field errors',
    'With `invalid_request` and some other codes, `errors` has up to 20 entries. `in` is `body`, `query`, `path` or `header`; `pointer` is a JSON Pointer into the body, or the name of the parameter or header. `code` is stable, `message` may change. `allowed` lists accepted values or names. For `bulk_not_applied`, `code` is the error code of the failed item.',
    table(
      ['code', 'meaning'],
      Object.entries(FIELD_ERROR_TEXTS).map(([name, text]) => [`\`${name}\``, text]),
    ),
    '## Error codes',
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
    users.length > 0 ? `Returned by ${users.join(', ')}.` : returnedAnywhere(name),
  ]
}

function returnedAnywhere(name: string): string {
  return (uiCommonErrors as readonly string[]).includes(name)
    ? 'Any request to the dashboard can return it; the API never does.'
    : 'Any operation can return it.'
}

function example(): string {
  return JSON.stringify(
    {
      type: '/errors/invalid_request',
      title: errors.invalid_request.title,
      status: 400,
      code: 'invalid_request',
      detail:
        'Unknown query parameter "statuss". Did you mean "status"? Allowed: limit, cursor, sort, status, …',
      request_id: '01930a1b-2c3d-7000-8e4f-5a6b7c8d9e0f',
      errors: [
        {
          in: 'query',
          pointer: 'statuss',
          code: 'unknown_parameter',
          message: 'unknown parameter "statuss". Did you mean "status"?',
          allowed: ['limit', '…'],
        },
      ],
    },
    null,
    2,
  )
}
