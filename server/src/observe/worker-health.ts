// The health endpoint of a worker-only process, which has no API.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Logger } from './log.ts'

export type WorkerHealthOptions = {
  port: number
  host: string
  /** Whether all its loops still run; a loop that cannot reach PostgreSQL counts as running. */
  isAlive: () => boolean
  log: Pick<Logger, 'info' | 'warn'>
}

const paths = new Set(['/healthz', '/readyz'])

/** Optional: if an API on the same machine uses the port, the worker runs without it. */
export async function startWorkerHealth(
  options: WorkerHealthOptions,
): Promise<{ port: number | null; stop: () => Promise<void> }> {
  const { port, host, isAlive, log } = options
  const server = createServer({ requestTimeout: 5_000 }, (request, response) => {
    const status = !paths.has(request.url ?? '') ? 404 : isAlive() ? 200 : 503
    response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' })
    response.end(status === 200 ? 'ok' : status === 404 ? 'not found' : 'stalled')
  })
  server.maxConnections = 16
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    log.warn(
      { err: error, port },
      'the worker has no health endpoint because the port is in use; set SERVICE_ACP_PORT to another port',
    )
    return { port: null, stop: async () => undefined }
  }
  const bound = server.address()
  const actual = typeof bound === 'object' && bound !== null ? bound.port : port
  log.info({ port: actual }, 'worker health endpoint listening')
  return {
    port: actual,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
