// One request to a proxy for a host.
import { once } from 'node:events'
import { type Agent, type IncomingMessage, request } from 'node:http'

export type HostRequest = { agent?: Agent; path?: string; headers?: Record<string, string> }
export type HostAnswer = { status: number; type: string; body: string }

/** On a connection of its own unless there is an agent. */
export async function askHost(
  port: number,
  host: string,
  { agent, path = '/', headers = {} }: HostRequest = {},
): Promise<HostAnswer> {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    headers: { ...headers, host },
    agent: agent ?? false,
  })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) body += chunk
  return { status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body }
}
