// The shape of messages from a process, which are untrusted.
import type { EdgeRequest, HttpRequest } from '@task-service/kit'
import type { FromProcess } from '#agent/process/messages.ts'
import {
  byField,
  type Check,
  list,
  mapOf,
  number,
  oneOf,
  reader,
  record,
  text,
  unchecked,
  wrong,
  yesOrNo,
} from './shape.ts'

const LONG = 16 * 2 ** 20
/** Connectors accept no lists and no records: each parameter is the value of a column. */
const scalar: Check = (value, place) => {
  if (value !== null && !['string', 'number', 'boolean'].includes(typeof value)) {
    wrong(place, 'a simple value')
  }
  if (typeof value === 'string') text(1_000_000)(value, place)
}

const secretRef = record({ secret: text() })

const header: Check = (value, place) => {
  if (typeof value === 'string') return
  record({
    secret: text(),
    form: oneOf('raw', 'bearer', 'basic'),
    'user?': text(),
    'prefix?': text(),
  })(value, place)
}

const request = record({
  method: oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  url: text(10_000),
  'headers?': mapOf(header),
  'body?': unchecked,
  'bodySecrets?': list(record({ path: list(text(), 20), secret: secretRef }), 20),
  'timeoutMs?': number,
})

const readMessageFrom = reader<FromProcess>(
  byField('type', {
    ready: record({ 'apiVersion?': unchecked }),
    broken: record({ message: text(LONG) }),
    reply: record({ id: number, value: unchecked, 'more?': yesOrNo }),
    failure: record({ id: number, failure: unchecked }),
    // The request itself is checked when it is executed: errors in it are reported to the integration.
    request: record({ id: number, call: number, request: unchecked }),
    edge: record({ id: number, call: number, request: unchecked }),
    log: record({ call: number, message: text(LONG), 'facts?': unchecked }),
  }),
  'message',
)

/** Undefined when it is not a valid message. */
export function readMessage(line: string): FromProcess | undefined {
  try {
    return readMessageFrom(JSON.parse(line))
  } catch {
    return undefined
  }
}

const name = text(64)

/** Without a statement it lists the available ones. */
export type EdgeQuestion = EdgeRequest | { connector: string }

const edgeQuestion: Check = (value, place) => {
  const asked = { connector: text(100) }
  record(asked)(value, place)
  if (!('statement' in (value as object))) return // a record, checked on the line before
  record({
    database: name,
    statement: name,
    params: mapOf(scalar),
    'key?': text(200),
    'timeoutMs?': number,
  })(value, place)
}

export const readEdgeQuestion = reader<EdgeQuestion>(edgeQuestion, 'request')

export const readRequest = reader<HttpRequest>(request, 'request')
