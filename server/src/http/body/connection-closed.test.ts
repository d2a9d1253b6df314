// A client can disconnect at any time: while its body arrives, before it is read, and before it is parsed. The request ends.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import Fastify, { type FastifyRequest } from 'fastify'
import { acceptJsonOnly } from '../json-body.ts'
import { logRequests } from '../request-log.ts'
import { createBodyReader, type ReadBody } from './body-reader.ts'

const large = JSON.stringify('x'.repeat(64 * 1024))

const unlimited = createBodyReader({
  bodyMemoryBytes: null,
  unauthenticatedBodyMemoryBytes: null,
  unauthenticatedBodyMs: null,
  bodyBytes: 2 * large.length,
  hostSuffix: null,
})

/** What becomes of a request that declares a large body and sends a part of it: an error, or `parsed`. */
async function outcomeOf(
  readBody: ReadBody,
  admit?: (request: FastifyRequest) => Promise<void>,
): Promise<string> {
  const { promise: outcome, resolve } = Promise.withResolvers<string>()
  const app = Fastify()
  logRequests(app)
  if (admit) app.addHook('onRequest', admit)
  acceptJsonOnly(app, readBody)
  app.setErrorHandler((error: Error, _request, reply) => {
    resolve(error.message)
    return reply.send()
  })
  app.post('/', async () => resolve('parsed'))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const client = connect(Number(port), '127.0.0.1').on('error', () => undefined)
  const head = ['POST / HTTP/1.1', 'host: localhost', 'content-type: application/json']
  client.write([...head, `content-length: ${large.length}`, '', large.slice(0, 100)].join('\r\n'))
  try {
    return await outcome
  } finally {
    client.destroy()
    await app.close()
  }
}

const CLOSED = 'The client closed the connection.'

const disconnectAtFirstBytes: ReadBody = (request, payload, done) => {
  unlimited(request, payload, done)
  payload.once('data', () => request.raw.socket.destroy())
}

async function disconnect({ raw, response }: FastifyRequest): Promise<void> {
  raw.socket.destroy()
  await once(response, 'close')
}

const readThenDisconnect: ReadBody = ({ raw, response }, _payload, done) => {
  response.once('close', () => setImmediate(done, null, Buffer.from(large)))
  raw.socket.destroy()
}

const readAtOnce: ReadBody = (_request, _payload, done) => done(null, Buffer.from(large))

test('while the body arrives', async () => {
  assert.equal(await outcomeOf(disconnectAtFirstBytes), CLOSED)
})

test('before the body is read', async () => {
  assert.equal(await outcomeOf(unlimited, disconnect), CLOSED)
})

test('before a large body is parsed', async () => {
  assert.equal(await outcomeOf(readThenDisconnect), CLOSED)
})

test('control: a client that stays gets a response', async () => {
  assert.equal(await outcomeOf(readAtOnce), 'parsed')
})
