// A TCP proxy on loopback that can delay what it forwards, in order, like a distant server.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type SlowProxy = {
  port: number
  /** Of each chunk in each direction, from now on; a request and its response take twice as long. */
  delay: (ms: number) => void
  stop: () => Promise<void>
}

export async function startSlowProxy(targetPort: number): Promise<SlowProxy> {
  const sockets = new Set<Socket>()
  let delayMs = 0
  const listener = createServer((client) => {
    const server = connect(targetPort, '127.0.0.1')
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      forward(from, to, () => delayMs)
      // Neither half is of use without the other.
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port, // of a TCP server, see above
    delay: (ms) => void (delayMs = ms),
    async stop() {
      const closed = once(listener, 'close')
      listener.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function forward(from: Socket, to: Socket, delayOf: () => number): void {
  const queue: { dueAt: number; work: () => void }[] = []
  const pump = () => {
    for (let next = queue[0]; next; next = queue[0]) {
      const waitMs = next.dueAt - performance.now()
      if (waitMs > 0) return void setTimeout(pump, Math.ceil(waitMs))
      queue.shift()
      next.work()
    }
  }
  // In order, also when the delay has just become shorter.
  const later = (work: () => void) => {
    queue.push({ dueAt: performance.now() + delayOf(), work })
    if (queue.length === 1) pump()
  }
  from.on('data', (chunk) => later(() => to.write(chunk)))
  from.on('end', () => later(() => to.end()))
}
