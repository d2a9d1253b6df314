// `health`: asks the service in this machine or container how it is, for health checks where there is no HTTP client.
import { get } from 'node:http'
import { loadConfig } from '#config/load.ts'
import { CommandError, type ExitName } from './exit-codes.ts'
import type { Output } from './output.ts'

const TIMEOUT_MS = 2_000

export async function health(output: Output, options: Record<string, unknown>): Promise<ExitName> {
  const { port, bind } = loadConfig({ needs: [] }).http
  if (port === 0) throw new CommandError('config', 'SERVICE_ACP_PORT is 0: the port is not known.')
  const path = options['ready'] ? '/readyz' : '/healthz'
  const answer = await ask(reachable(bind), port, path)
  const healthy = answer === 200
  output.result({ healthy, answer }, healthy ? 'ok' : `${path} answered ${answer}`)
  return healthy ? 'ok' : 'unhealthy'
}

/** Where to connect when the service listens on every address. */
function reachable(bind: string): string {
  if (bind === '0.0.0.0') return '127.0.0.1'
  return bind === '::' ? '::1' : bind
}

/** The status, or why there is none. */
function ask(host: string, port: number, path: string): Promise<number | string> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    get({ host, port, path, signal, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    }).on('error', (error) => resolve(`nothing (${error.message})`))
  })
}
