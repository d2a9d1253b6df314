// The smallest budget of large responses: one page of the maximum size is always sent, whatever the operator configured.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { boundResponses, type ResponseLimits } from './response-budget.ts'

const MIB = 2 ** 20
const PAGE = { pageBytes: 4 * MIB, taskBytes: MIB }

/** The status of a response of this size. */
async function statusOf(limits: ResponseLimits, bytes: number): Promise<number> {
  const app = Fastify()
  boundResponses(app, limits)
  app.addHook('onRequest', async (request) => void Object.assign(request, { wide: {} }))
  app.get('/', async () => 'x'.repeat(bytes))
  const { statusCode } = await app.inject('/')
  await app.close()
  return statusCode
}

test('a page of the maximum size is sent, however small the budget is', async () => {
  const largest = PAGE.pageBytes + PAGE.taskBytes
  assert.equal(await statusOf({ responseMemoryBytes: MIB, ...PAGE }, largest), 200)
})

test('control: without the page size the budget stays as small as configured', async () => {
  const limits = { responseMemoryBytes: MIB, pageBytes: null, taskBytes: null }
  assert.equal(await statusOf(limits, PAGE.pageBytes), 503)
})

test('a response above the minimum budget is rejected', async () => {
  assert.equal(await statusOf({ responseMemoryBytes: MIB, ...PAGE }, 12 * MIB), 503)
})

test('control: without a budget everything is sent', async () => {
  assert.equal(await statusOf({ responseMemoryBytes: null, ...PAGE }, 12 * MIB), 200)
})
