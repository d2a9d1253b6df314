// A port of the loopback that nobody listens on at this moment.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Somebody else may take it before its new owner does. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no loopback port')
  return address.port
}
