// GitHub's own description as the judge: every request, every answer and every message of a hook is held against it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type KeptList, openKeptList } from '@task-service/kit/testing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { type Document, OpenAPIBackend } from 'openapi-backend'

export type Violation = {
  where: 'request' | 'response' | 'webhook'
  what: string
  errors: string[]
}

export type JudgedRequest = {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: unknown
}

export type Found = { id: string; params: Record<string, string> }

export type Judge = {
  violations: Violation[]
  note: (violation: Violation) => void
  /** The operation a request means; nothing when GitHub has no such path. */
  findOperation: (request: JudgedRequest) => Found | undefined
  checkRequest: (id: string, request: JudgedRequest) => boolean
  checkResponse: (id: string, status: number, body: unknown) => void
  checkMessage: (event: string, action: string, payload: unknown) => void
}

type Problem = { instancePath?: string; message?: string }
type Operation = {
  operationId?: string
  method: string
  path: string
  responses?: Record<string, unknown>
  requestBody?: { content?: Record<string, { schema?: { properties?: object } }> }
}

const read = (name: string): Document =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'contract', name), 'utf8')) as Document // an OpenAPI document

/** `nullable` of OpenAPI 3.0 also stands without a type and beside an `enum` that lacks null; said as JSON Schema says it. */
function withNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNulls)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, withNulls(inner)])
  const { nullable, ...rest } = Object.fromEntries(entries) as { nullable?: unknown } // made above
  if (nullable !== true) return rest
  return { anyOf: [rest, { type: 'null' }] }
}

/** Statuses that any operation may have and that no operation lists. */
const general = new Set([401, 403, 404, 429, 500, 502, 503])

// The module is CommonJS: its function is the default of its default.
const addFormats = formats.default

export async function createJudge(
  { all: violations, add: note }: KeptList<Violation> = openKeptList(),
): Promise<Judge> {
  const backend = new OpenAPIBackend({
    definition: withNulls(read('rest.json')) as Document, // still one
    quick: true,
    coerceTypes: true,
    ajvOpts: { strict: false, allErrors: true },
    customizeAjv: (ajv) => addFormats(ajv),
  })
  await backend.init()
  const operations = new Map(
    (backend.getOperations() as Operation[]).map((one) => [one.operationId ?? '', one]), // resolved by `init`
  )
  const checkMessage = createMessageCheck(note)

  return {
    violations,
    note,
    findOperation(request) {
      const found = backend.matchOperation(request)
      if (found?.operationId === undefined) return undefined
      return { id: found.operationId, params: readParams(found.path, request.path) }
    },
    checkRequest(id, request) {
      const { valid, errors } = backend.validator.validateRequest(
        // Only JSON is sent; without the header the body would not be looked at.
        { ...request, headers: { ...request.headers, 'content-type': 'application/json' } },
        id,
      )
      const found = [...describe(valid ? [] : errors), ...findUnknown(operations.get(id), request)]
      if (found.length === 0) return true
      note({
        where: 'request',
        what: `${request.method} ${request.path}`,
        errors: found,
      })
      return false
    },
    checkResponse(id, status, body) {
      // Any GET may be answered so.
      if (status === 304) return
      const what = `${id} ${status}`
      const listed = operations.get(id)?.responses?.[String(status)] !== undefined
      if (!listed) {
        const { message } = (body ?? {}) as { message?: unknown }
        if (general.has(status) && typeof message === 'string') return
        note({ where: 'response', what, errors: ['is not documented'] })
        return
      }
      if (status === 204) return
      const { valid, errors } = backend.validateResponse(body, id, status)
      if (!valid) note({ where: 'response', what, errors: describe(errors) })
    },
    checkMessage,
  }
}

function readParams(pattern: string, path: string): Found['params'] {
  const values = path.split('/')
  const params = pattern
    .split('/')
    .flatMap((name, at) =>
      name.startsWith('{') ? [[name.slice(1, -1), decodeURIComponent(values[at] ?? '')]] : [],
    )
  return Object.fromEntries(params) as Found['params'] // pairs of text
}

/** GitHub ignores unknown names; sending one is a mistake all the same. */
function findUnknown(operation: Operation | undefined, { body }: JudgedRequest): string[] {
  const known = operation?.requestBody?.content?.['application/json']?.schema?.properties
  if (typeof body !== 'object' || body === null || known === undefined) return []
  return Object.keys(body).flatMap((name) => (name in known ? [] : [`/${name} is not documented`]))
}

function createMessageCheck(note: Judge['note']): Judge['checkMessage'] {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addSchema({ $id: 'webhooks', ...read('webhooks.json') })
  return (event, action, payload) => {
    const name = event === 'ping' ? 'ping' : `${event.replace('_', '-')}-${action}`
    const place = `webhooks#/webhooks/${name}/post/requestBody/content/application~1json/schema`
    const validate = ajv.getSchema(place)
    if (validate === undefined) {
      note({ where: 'webhook', what: name, errors: ['is not documented'] })
    } else if (!validate(payload)) {
      note({ where: 'webhook', what: name, errors: describe(validate.errors) })
    }
  }
}

const describe = (errors: readonly Problem[] | null | undefined): string[] =>
  (errors ?? []).map(({ instancePath, message }) => `${instancePath ?? ''} ${message ?? ''}`)
