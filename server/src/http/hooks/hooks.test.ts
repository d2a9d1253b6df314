import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import fastify from 'fastify'
import { Problem } from '#lib/problem.ts'
import { failedKeyLimiter } from '../rate-limit.ts'
import { bindHooks } from './hooks.ts'

const TRIES = 2

/** The endpoint, and a function that sets the result of the next message. */
function startHooks(t: TestContext) {
  const app = fastify()
  t.after(() => app.close())
  app.decorateRequest('wide')
  app.addHook('onRequest', async (request) => void (request.wide = {}))
  app.setErrorHandler((error, _, reply) =>
    reply.code(error instanceof Problem ? error.status : 500).send(),
  )
  let thrown: unknown
  void app.register(async (hooks) =>
    bindHooks(hooks, {
      hostSuffix: 'tasks.example',
      find: async (_slug, integration) => {
        if (integration.startsWith('int_unknown')) throw new Problem('message_refused')
      },
      readBody: (_request, payload, done) => void buffer(payload).then((body) => done(null, body)),
      receive: () => Promise.reject(thrown),
      messagesPerMinute: null,
      failed: failedKeyLimiter(TRIES),
    }),
  )
  return async (next: unknown, { tenant = 'acme', integration = 'int_1' } = {}) => {
    thrown = next
    const headers = { host: `${tenant}.tasks.example` }
    const request = { method: 'POST', url: `/${integration}`, headers, payload: 'x' } as const
    return (await app.inject(request)).statusCode
  }
}

test('only messages that were verified and rejected count as wrong signatures', async (t) => {
  const send = startHooks(t)
  for (let count = 0; count <= TRIES; count++) {
    assert.equal(await send(new Problem('overloaded')), 503)
    assert.equal(await send(new Problem('database_unavailable')), 503)
    assert.equal(await send(new Error('odd')), 500)
  }
  for (let count = 0; count < TRIES; count++) {
    assert.equal(await send(new Problem('message_refused')), 401)
  }
  assert.equal(await send(new Problem('message_refused')), 429)
})

test('a network that tries unknown integrations is rate limited for every name, and known ones are not', async (t) => {
  const send = startHooks(t)
  assert.equal(await send(new Problem('overloaded')), 503, 'from now on int_1 is known')
  for (let count = 0; count < TRIES; count++) {
    assert.equal(await send(undefined, { tenant: `t${count}`, integration: 'int_unknown' }), 401)
  }
  assert.equal(await send(undefined, { tenant: 'another', integration: 'int_unknown' }), 429)
  assert.equal(await send(new Problem('overloaded')), 503)
})
