// Checks every response of the API against the contract: declared status, body by its schema, errors by the catalog.
import assert from 'node:assert/strict'
import {
  commonErrors,
  type ErrorCode,
  errors,
  type Operation,
  type OperationId,
  operations,
  Problem,
} from '@task-service/contract'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true })
// Answers are ours to shape, so this is narrower than what requests may send.
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const compiled = new Map<object, ValidateFunction>()

function checkSchema(schema: object, value: unknown, what: string): void {
  const validate = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, validate)
  if (!validate(value)) assert.fail(`${what} breaks its schema: ${ajv.errorsText(validate.errors)}`)
}

export type RawAnswer = {
  status: number
  headers: Record<string, string | undefined>
  text: string
}

/** The operation a request belongs to; undefined for paths and methods outside the contract. */
export function findOperation(method: string, url: string): OperationId | undefined {
  const sent = url.split('?', 1)[0] ?? ''
  const path = sent.replace(/^\/agent(?=\/)/, '/api').replace(/(?<=\/api\/.+)\/$/, '')
  const matching = Object.entries<Operation>(operations).filter(([, entry]) => {
    if (sent.startsWith('/agent/') && !entry.agentToken) return false
    const pattern = entry.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')
    return new RegExp(`^${pattern}$`).test(path)
  })
  // `/api/tasks/bulk` also has the form of `/api/tasks/{task}`; the fixed path wins, as in the router.
  const fewest = Math.min(...matching.map(([, entry]) => variables(entry)))
  const found = matching.find(([, it]) => variables(it) === fewest && it.method === method)
  return found?.[0] as OperationId | undefined // keys of the operations table
}

function variables(operation: Operation): number {
  return operation.path.split('{').length
}

export function checkAnswer(id: OperationId | undefined, answer: RawAnswer): void {
  const operation: Operation | undefined = id && operations[id]
  const what = `${id ?? 'no operation'} answered ${answer.status}, which`
  assert.match(answer.headers['x-request-id'] ?? '', /\S/, `${what} has no X-Request-Id`)
  if (answer.status >= 400) return checkProblem(operation, answer, what)
  const success = operation?.success[answer.status as 200] // any declared success status
  assert.ok(success, `${what} is not declared`)
  for (const name of success.headers ?? []) {
    // The last page has no next one, so `Link` is the one header that may be missing.
    if (name !== 'Link') assert.ok(answer.headers[name.toLowerCase()], `${what} lacks ${name}`)
  }
  if (success.stream) {
    const types = success.stream.map((type) => `${type}; charset=utf-8`)
    return assert.ok(types.includes(answer.headers['content-type'] ?? ''), what)
  }
  if (success.file) return
  if (!success.body) return assert.equal(answer.text, '', `${what} has a body`)
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8', what)
  checkSchema(success.body, JSON.parse(answer.text), what)
}

function checkProblem(operation: Operation | undefined, answer: RawAnswer, what: string): void {
  assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8', what)
  const body: unknown = JSON.parse(answer.text)
  checkSchema(Problem, body, what)
  const problem = body as Problem // checked on the line above
  const entry = errors[problem.code]
  assert.equal(answer.status, entry.status, `${what} is not the status of ${problem.code}`)
  assert.equal(problem.status, entry.status, `${what} says another status in its body`)
  assert.equal(problem.title, entry.title, `${what} has another title than the catalog`)
  // Absolute where the public URL is configured.
  assert.ok(
    problem.type.endsWith(`/errors/${problem.code}`),
    `${what} has the type ${problem.type}`,
  )
  assert.equal(problem.request_id, answer.headers['x-request-id'])
  const any: ErrorCode[] = [...commonErrors, 'agent_unauthenticated']
  const declared: readonly ErrorCode[] = operation
    ? [...operation.errors, ...any]
    : ['route_not_found', 'method_not_allowed', ...any]
  assert.ok(declared.includes(problem.code), `${what} means ${problem.code}, is not declared`)
}
