// docs/reference/errors.md from the catalog.
import {
  type ErrorEntry,
  errors,
  FIELD_ERROR_CODES,
  type FieldErrorCode,
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
    'Every error response is `application/problem+json` (RFC 9457). Build on `code`, which is stable, not on `title` and `detail`, which may change. `request_id` identifies the request in the log of the service.',
    code('json', example()),
    '## Field errors',
    'With `invalid_request` and some other codes, `errors` has up to 20 entries. `in` is `body`, `query`, `path` or `header`; `pointer` is a JSON Pointer into the body, or the name of the parameter or header. `code` is stable, `message` may change. `allowed` lists accepted values or names. For `bulk_not_applied`, `code` is the error code of the failed item.',
    table(
      ['code', 'meaning'],
      FIELD_ERROR_CODES.map((name) => [`\`${name}\``, fieldErrorTexts[name]]),
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

const fieldErrorTexts: Record<FieldErrorCode, string> = {
  required: 'The field is missing.',
  unknown_field: 'The body has no field with this name.',
  unknown_parameter: 'The endpoint has no query parameter with this name.',
  invalid_type: 'The value has the wrong type.',
  invalid_value: 'The value is not one of the accepted values.',
  invalid_format: 'The value has the wrong format, such as an ID or a date-time.',
  invalid_name: 'The name of the field is not accepted, for example as a header or filter path.',
  reserved_name: 'The name is reserved.',
  too_short: 'The text is empty or too short.',
  too_long: 'The text is too long.',
  out_of_range: 'The number is too small or too large.',
  too_few: 'The list or object has too few entries.',
  too_many: 'The list or object has too many entries.',
  duplicate: 'The list has the same item twice.',
  conflicting_fields: 'Only one of these fields can be sent.',
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
      type: 'urn:task-service:problem:invalid_request',
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
