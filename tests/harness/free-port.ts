// A loopback port that is free at this moment.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Another process may take it before the caller does. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no loopback port')
  return address.port
}
