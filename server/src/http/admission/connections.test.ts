import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { send } from '../../../../tests/operate/send.ts'
import { until } from '../../../../tests/operate/until.ts'
import { type ConnectionLimits, limitConnections } from './connections.ts'

const log = { warn: () => undefined }

async function withServer(
  limits: Omit<ConnectionLimits, 'log'>,
  work: (url: string, open: (from: string, count: number) => Promise<Socket[]>) => Promise<void>,
) {
  const answering = createServer((_request, response) => void response.end('here'))
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
  await withServer({ most: 20, sharesByNetwork: true }, async (url, open) => {
    const sockets = await open('127.0.5.1', 30)
    await until('the rest is closed', () => countOpen(sockets) === 10)
    assert.equal((await send(url, { localAddress: '127.0.6.1' })).body, 'here')
    await assert.rejects(send(url, { localAddress: '127.0.5.2' }), 'the same network')
    sockets.find((socket) => !socket.destroyed)?.destroy()
    await until('a place is free again', async () => {
      const answer = await send(url, { localAddress: '127.0.5.2' }).catch(() => undefined)
      return answer?.body === 'here'
    })
  })
})

test('behind a proxy only the sum counts', async () => {
  await withServer({ most: 20, sharesByNetwork: false }, async (_url, open) => {
    const sockets = await open('127.0.5.1', 30)
    await until('the rest is closed', () => countOpen(sockets) === 20)
  })
})

test('control: without a limit all stay open', async () => {
  await withServer({ most: null, sharesByNetwork: true }, async (url, open) => {
    const sockets = await open('127.0.5.1', 30)
    assert.equal((await send(url, { localAddress: '127.0.5.2' })).body, 'here')
    assert.equal(countOpen(sockets), 30)
  })
})
