import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { send } from '../../../../tests/operate/send.ts'
import { until } from '../../../../tests/operate/until.ts'
import { type ConnectionLimits, limitConnections } from './connections.ts'

const log = { warn: () => undefined }

async function withServer(
  limits: Omit<ConnectionLimits, 'log'>,
  work: (url: string, open: (from: string, count: number) => Promise<Socket[]>) => Promise<void>,
  listener: RequestListener = (_request, response) => void response.end('here'),
) {
  const answering = createServer(listener)
  const server = limitConnections(answering, { ...limits, log })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  const sockets: Socket[] = []
  const open = async (localAddress: string, count: number) => {
    const added = Array.from({ length: count }, () =>
      connect({ port, host: '127.0.0.1', localAddress }),
    )
    sockets.push(...added)
    for (const socket of added) socket.on('error', () => undefined).resume()
    await Promise.all(added.map((socket) => once(socket, 'connect')))
    return added
  }
  try {
    await work(`http://127.0.0.1:${port}`, open)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    server.close()
  }
}

const countOpen = (sockets: Socket[]) => sockets.filter((socket) => !socket.destroyed).length

test('one network gets half of the connections, and others are still served', async () => {
  await withServer({ max: 20, sharesByNetwork: true }, async (url, open) => {
    const sockets = await open('127.0.5.1', 30)
    await until('the rest is closed', () => countOpen(sockets) === 10)
    assert.equal((await send(url, { localAddress: '127.0.6.1' })).body, 'here')
    await assert.rejects(send(url, { localAddress: '127.0.5.2' }), 'the same network')
    sockets.find((socket) => !socket.destroyed)?.destroy()
    await until('a connection is free again', async () => {
      const answer = await send(url, { localAddress: '127.0.5.2' }).catch(() => undefined)
      return answer?.body === 'here'
    })
  })
})

test('behind a proxy only the sum counts', async () => {
  await withServer({ max: 20, sharesByNetwork: false }, async (_url, open) => {
    const sockets = await open('127.0.5.1', 30)
    await until('the rest is closed', () => countOpen(sockets) === 20)
  })
})

test('control: without a limit all stay open', async () => {
  await withServer({ max: null, sharesByNetwork: true }, async (url, open) => {
    const sockets = await open('127.0.5.1', 30)
    assert.equal((await send(url, { localAddress: '127.0.5.2' })).body, 'here')
    assert.equal(countOpen(sockets), 30)
  })
})

const attacker = '127.0.5.1'
const pacing = {
  maxUnsettled: 10,
  incompleteBurst: 5,
  incompleteLeakPerSecond: 1,
  throttledPerSecond: 20,
}
const paced = { max: 1_000, sharesByNetwork: true, pacing }

/** Opens connections and closes them before a request is complete. */
async function openInVain(open: (from: string, count: number) => Promise<Socket[]>, count: number) {
  for (const socket of await open(attacker, count)) socket.destroy()
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

const askFrom = (url: string, localAddress: string) =>
  send(url, { method: 'POST', localAddress, body: 'x'.repeat(20_000) })

test('new connections of a network wait after many ended without a request', async () => {
  await withServer(paced, async (url, open) => {
    await openInVain(open, 20)
    await until('its connections wait', async () => {
      return (await timeOf(() => askFrom(url, attacker))) >= 20
    })
    assert.equal(
      (await askFrom(url, attacker)).body,
      'here',
      'requests received while waiting are not lost',
    )
    const answers = Array.from({ length: 10 }, () => askFrom(url, attacker))
    assert.ok((await timeOf(() => Promise.all(answers))) > 300, 'at most 20 per second')
    const others = Array.from({ length: 10 }, () => askFrom(url, '127.0.6.1'))
    assert.ok((await timeOf(() => Promise.all(others))) < 300, 'others do not wait')
  })
})

const close: RequestListener = (_request, response) => {
  response.writeHead(503, { connection: 'close' }).end()
}

test('responses before the end of a body count as well', async () => {
  const strict = { ...pacing, incompleteLeakPerSecond: 0.02, maxWaitMs: 100, throttledPerSecond: 0 }
  const short = { ...paced, pacing: strict }
  const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n'
  const count = async (_url: string, open: (from: string, count: number) => Promise<Socket[]>) => {
    let answered = 0
    for (let turn = 0; turn < 20; turn++) {
      const [socket] = await open(attacker, 1)
      socket?.once('data', () => void answered++).write(head)
      await until('it is over', () => socket?.destroyed === true || socket?.readableEnded === true)
    }
    return answered
  }
  await withServer(short, async (url, open) => assert.ok((await count(url, open)) < 12), close)
  await withServer(
    { ...short, sharesByNetwork: false },
    async (url, open) => assert.equal(await count(url, open), 20, 'control: behind a proxy'),
    close,
  )
})

test('only some connections of a network are read before their first request', async () => {
  await withServer(paced, async (url, open) => {
    await open(attacker, pacing.maxUnsettled)
    assert.ok((await timeOf(() => askFrom(url, attacker))) >= 20)
    assert.ok((await timeOf(() => askFrom(url, '127.0.6.1'))) < 300)
  })
})
