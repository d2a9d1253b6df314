// A loopback port that is free at this moment.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Another process may take it before the caller does. */
export async function findFreePort(): Promise<number> {
  const port = await tryPort(0)
  if (port === undefined) throw new Error('no loopback port')
  return port
}

/** Below the ports that Linux and macOS give to outgoing connections, and away from well-known services. */
const LASTING = { from: 20_000, to: 32_000 }
const TRIES = 50

/**
 * For a server that is killed and started again. No outgoing connection takes this port in between, such as that of a client
 * which tries to reach the server while it is down: it would be connected to itself and keep the port.
 */
export async function findLastingPort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = await tryPort(randomInt(LASTING.from, LASTING.to))
    if (port !== undefined) return port
  }
  throw new Error(`no free loopback port from ${LASTING.from} to ${LASTING.to}`)
}

/** Undefined if it is in use; 0 is any port. */
async function tryPort(wanted: number): Promise<number | undefined> {
  const server = createServer()
  try {
    server.listen(wanted, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    return undefined
  }
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address === null || typeof address === 'string' ? undefined : address.port
}
