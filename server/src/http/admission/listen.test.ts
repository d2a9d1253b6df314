import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import Fastify from 'fastify'
import { send } from '../../../../tests/operate/send.ts'
import { listen } from './listen.ts'

const local = { port: 0, host: '127.0.0.1' }

async function startApp(sockets?: number) {
  const app = Fastify().get('/', async () => 'here')
  const url = await listen(app, local, sockets)
  return { app, url, port: Number(new URL(url).port) }
}

/** How many connections have been accepted after a number of event loop turns. */
async function countAccepted(sockets: number | undefined, turns: number): Promise<number> {
  const { app, port } = await startApp(sockets)
  let accepted = 0
  app.server.on('connection', () => void accepted++)
  const clients: Socket[] = Array.from({ length: 400 }, () => connect(port, '127.0.0.1'))
  for (const client of clients) client.on('error', () => undefined)
  // The kernel has accepted them by now.
  await Promise.all(clients.map((client) => once(client, 'connect')))
  const before = accepted
  for (let turn = 0; turn < turns; turn++) await new Promise((resume) => setImmediate(resume))
  const count = accepted - before
  for (const client of clients) client.destroy()
  await app.close()
  return before + count
}

test('responds on every socket of the port', async () => {
  const { app, url, port } = await startApp()
  const answers = await Promise.all(Array.from({ length: 100 }, () => send(url)))
  assert.ok(answers.every(({ body }) => body === 'here'))
  await app.close()
  for (let attempt = 0; attempt < 50; attempt++) {
    await assert.rejects(once(connect(port, '127.0.0.1'), 'connect'), { code: 'ECONNREFUSED' })
  }
})

test('accepts many connections in one turn of the event loop', async () => {
  const [many, one] = [await countAccepted(undefined, 2), await countAccepted(1, 2)]
  assert.ok(many > 4 * one, `${many} with several sockets, ${one} with one`)
})

test('a port in use by another server is an error', async () => {
  const { app, port } = await startApp()
  const other = Fastify()
  await assert.rejects(listen(other, { ...local, port }), { code: 'EADDRINUSE', port })
  await other.close()
  await app.close()
})
