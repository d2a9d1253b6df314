// `health`: calls the health endpoint of the local server, for health checks where there is no HTTP client.
import { get } from 'node:http'
import { loadConfig } from '#config/load.ts'
import { CommandError, type ExitName } from './exit-codes.ts'
import type { Output } from './output.ts'

const TIMEOUT_MS = 2_000

export async function health(output: Output, options: Record<string, unknown>): Promise<ExitName> {
  const { port, bind } = loadConfig({ needs: [] }).http
  if (port === 0)
    throw new CommandError(
      'config',
      'SERVICE_ACP_PORT is 0, so the port is unknown. Set a fixed port.',
    )
  const path = options['ready'] ? '/readyz' : '/healthz'
  const answer = await requestStatus(reachable(bind), port, path)
  const healthy = answer === 200
  output.result({ healthy, answer }, healthy ? 'ok' : `${path}: ${describeAnswer(answer)}`)
  return healthy ? 'ok' : 'unhealthy'
}

/** The address to connect to when the server listens on every interface. */
function reachable(bind: string): string {
  if (bind === '0.0.0.0') return '127.0.0.1'
  return bind === '::' ? '::1' : bind
}

const describeAnswer = (answer: number | string): string =>
  typeof answer === 'number' ? `HTTP status ${answer}` : answer

/** The HTTP status, or why there is none. */
function requestStatus(host: string, port: number, path: string): Promise<number | string> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    get({ host, port, path, signal, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    }).on('error', (error) => resolve(`no response (${error.message})`))
  })
}
