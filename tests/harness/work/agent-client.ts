// Creates agents and tasks as an operator does, and claims tasks as an agent does.
import type {
  AgentCreate,
  AgentTokenWithSecret,
  BulkResponse,
  Claimed,
  ClaimRequest,
  TaskCreate,
} from '@task-service/contract'
import { type Answer, type ApiCaller, createApiCaller } from '../clients/api-caller.ts'
import type { Owner } from '../clients/webhook.ts'

const BULK = 500

/** Returns a token of the new agent. */
export async function createAgent(owner: Owner, draft: AgentCreate): Promise<string> {
  await post(owner, '/api/agents', draft)
  const path = `/api/agents/${draft.name}/tokens`
  const { token = '' } = JSON.parse(await post(owner, path, {})) as AgentTokenWithSecret // of the contract
  return token
}

/** Returns the IDs, in the order of the drafts. */
export async function createTasks(owner: Owner, drafts: readonly TaskCreate[]): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < drafts.length) {
    const items = drafts.slice(ids.length, ids.length + BULK).map((create) => ({ create }))
    const { results } = JSON.parse(await post(owner, '/api/tasks/bulk', { items })) as BulkResponse // of the contract
    for (const { task, problem } of results) {
      if (!task) throw new Error(`not created: ${JSON.stringify(problem)}`)
      ids.push(task.id)
    }
  }
  return ids
}

export async function post(owner: Owner, path: string, body: object): Promise<string> {
  return send(owner, 'POST', path, body)
}

export async function send(
  { url, apiKey, host }: Owner,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<string> {
  const caller = createApiCaller()
  try {
    const headers = { 'x-api-key': apiKey, ...(host !== undefined && { host }) }
    const answer = await caller.call(url + path, { method, headers, body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body}`)
    return answer.body
  } finally {
    caller.close()
  }
}

/** An agent's connections to one process of the service. */
export type AgentClient = {
  /** Throws for anything but success. */
  claim: (request: ClaimRequest) => Promise<Claimed['data']>
  /** Any request with the token of the agent. */
  send: (path: string, body: object, signal?: AbortSignal) => Promise<Answer>
}

export function createAgentClient(
  caller: ApiCaller,
  { url, token, host }: { url: string; token: string; host?: string },
): AgentClient {
  const headers = { authorization: `Bearer ${token}`, ...(host !== undefined && { host }) }
  const call: AgentClient['send'] = (path, body, signal) =>
    caller.call(url + path, { method: 'POST', headers, body, ...(signal && { signal }) })
  return {
    send: call,
    async claim(request) {
      const answer = await call('/agent/tasks/claim', request)
      if (answer.status !== 200) throw new Error(`claim: ${answer.status} ${answer.body}`)
      return (JSON.parse(answer.body) as Claimed).data // of the contract
    },
  }
}
