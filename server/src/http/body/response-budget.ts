// Bounds the memory of responses that wait for slow clients, shared between tenants. The size of a page is limited separately,
// and the number of concurrent reads by the database connections.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#lib/problem.ts'
import { observeCount, observeGauge } from '#observe/metrics.ts'
import { beginProblem } from '../problems.ts'
import { closeWith, createByteBudget } from './byte-budget.ts'

/** Smaller ones are bounded by the number of requests in flight. */
const SMALL_CHARACTERS = 64 * 1024
/** The text, and the bytes that wait for the socket. */
const COPIES = 2
const RETRY_AFTER = { 'retry-after': '1' }
/** They describe the response that is not sent. */
const HEADERS_OF_BODY = ['etag', 'link', 'location']

export type ResponseLimits = {
  /** Null is no limit, here and below. */
  responseMemoryBytes: number | null
  pageBytes: number | null
  taskBytes: number | null
}

/** Half of the budget, which a tenant may use, must fit one page of the maximum size, or it could never be sent. */
function budgetOf({ responseMemoryBytes, pageBytes, taskBytes }: ResponseLimits): number | null {
  const largestPage = (pageBytes ?? 0) + (taskBytes ?? 0) + SMALL_CHARACTERS
  return responseMemoryBytes && Math.max(responseMemoryBytes, 2 * COPIES * largestPage)
}

export function boundResponses(app: FastifyInstance, limits: ResponseLimits): void {
  const totalBytes = budgetOf(limits)
  if (totalBytes === null) return
  const budget = createByteBudget({ totalBytes, freeBytesPerLease: 0 })
  const name = 'task_service.responses'
  observeGauge(
    `${name}.held_bytes`,
    'Memory held by large responses that are not sent yet',
    budget.heldBytes,
  )
  observeCount(
    `${name}.rejected`,
    'Responses rejected because of the memory budget',
    budget.refusedCount,
  )
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length <= SMALL_CHARACTERS) return done()
    const lease = budget.open([request.caller?.tenant.id ?? ''])
    const fits = lease.grow(COPIES * payload.length)
    closeWith(reply.raw, lease)
    // A change is committed already, so only reads are rejected.
    const isRead = request.method === 'GET'
    return fits || !isRead ? done() : done(null, overBudget(request, reply))
  })
}

function overBudget(request: FastifyRequest, reply: FastifyReply): string {
  for (const name of HEADERS_OF_BODY) reply.removeHeader(name)
  const detail =
    'The server is out of memory for large responses. Request fewer items, or retry after `Retry-After` seconds.'
  const problem = new Problem('overloaded', detail, { headers: RETRY_AFTER })
  beginProblem(problem, request, reply)
  reply.type('application/problem+json; charset=utf-8')
  return JSON.stringify(problem.toBody(request.id))
}
