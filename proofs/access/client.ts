// Requests of an owner and of agents to one server, with what the response says in a form that can be compared.
import { type ApiCaller, codeOf } from '../../tests/harness/clients/api-caller.ts'
import type { TestTenant } from '../../tests/harness/service.ts'
import { ACCEPT, readRpc, toolCall } from '../../tests/harness/work/rpc.ts'

/** The code of an error, or the body of a success. */
export type Outcome = { code: string } | { body: Record<string, unknown> }

export type Client = {
  post: (path: string, body?: object) => Promise<Outcome>
  get: (path: string) => Promise<Outcome>
  callTool: (name: string, args: Record<string, unknown>) => Promise<Outcome>
}

export function createClient(
  caller: ApiCaller,
  url: string,
  { host, credential }: Pick<TestTenant, 'host'> & { credential: Record<string, string> },
): Client {
  const headers = { host, ...credential }
  const send = async (method: string, path: string, body?: object): Promise<Outcome> => {
    const answer = await caller.call(url + path, { method, headers, body })
    if (answer.status >= 400) return { code: codeOf(answer) }
    return { body: JSON.parse(answer.body) as Record<string, unknown> } // objects of the contract
  }
  return {
    post: (path, body) => send('POST', path, body),
    get: (path) => send('GET', path),
    async callTool(name, args) {
      const message = toolCall(name, args)
      const sent = { ...headers, ...message.headers, accept: ACCEPT }
      const call = { method: 'POST', headers: sent, body: message.body }
      const answer = await caller.call(`${url}/mcp`, call)
      const { data, error } = readRpc(answer.body)?.result?.structuredContent ?? {}
      if (data === undefined) return { code: error?.code ?? codeOf(answer) }
      return { body: data }
    },
  }
}

/** For preparations, which must succeed. */
export async function succeed(outcome: Promise<Outcome>): Promise<Record<string, unknown>> {
  const found = await outcome
  if ('code' in found) throw new Error(`preparation failed: ${found.code}`)
  return found.body
}

export const resultOf = (outcome: Outcome): string => ('code' in outcome ? outcome.code : 'open')
