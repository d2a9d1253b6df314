// Sends the requests of the matrix and compares status, error code and effect with what each must have.
import type { Pool } from 'pg'
import {
  type Answer,
  type ApiCaller,
  createApiCaller,
} from '../../tests/harness/clients/api-caller.ts'
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import {
  ACCEPT,
  type Message,
  oldToolCall,
  REVISION,
  readRpc,
  request,
  toolCall,
} from '../../tests/harness/work/rpc.ts'
import type { ProofOptions } from '../../tools/programs/proof.ts'
import { type Case, createCases, type Deployment, expectedOf } from './request-matrix.ts'

/** A service with what opens it. */
export type Site = { url: string; token: string; key: string; otherToken: string }
export type MatrixOutcome = { cases: number; allowed: number; refused: number; wrong: number }

const SHOWN = 10

export async function runMatrix(
  sites: Record<Deployment, Site>,
  admin: Pool,
  count: number,
  { seed, log }: ProofOptions,
): Promise<MatrixOutcome> {
  const caller = createApiCaller(1)
  const outcome: MatrixOutcome = { cases: 0, allowed: 0, refused: 0, wrong: 0 }
  const report = (line: string) => void (outcome.wrong++ < SHOWN && log(line))
  const expectedTitles: string[] = []
  try {
    for (const entry of createCases(count, seededRandom(seed, 'matrix'))) {
      const title = `matrix ${outcome.cases++}`
      const expected = expectedOf(entry)
      if (expected.creates) expectedTitles.push(title)
      outcome[expected.status < 300 ? 'allowed' : 'refused']++
      const answer = await attempt(caller, sites[entry.deployment], entry, title)
      const code = readRpc(answer.body)?.error?.code
      const isRight = answer.status === expected.status && code === expected.code
      const got = `${answer.status} ${code ?? ''} ${answer.body.slice(0, 120)}`
      if (!isRight) report(`${JSON.stringify(entry)}: ${got}, not ${JSON.stringify(expected)}`)
    }
  } finally {
    caller.close()
  }
  for (const title of await findDifferences(admin, expectedTitles)) {
    report(`created although refused, or not created although accepted: ${title}`)
  }
  return outcome
}

/** Status codes alone would not show a request that is refused too late. */
async function findDifferences(admin: Pool, expected: readonly string[]): Promise<string[]> {
  const { rows } = await admin.query<{ title: string }>(
    "select doc ->> 'title' as title from tasks where doc ->> 'title' like 'matrix %'",
  )
  const created = rows.map(({ title }) => title)
  return [
    ...created.filter((title) => !expected.includes(title)),
    ...expected.filter((title) => !created.includes(title)),
  ]
}

function attempt(caller: ApiCaller, site: Site, entry: Case, title: string): Promise<Answer> {
  const { port } = new URL(site.url)
  const at = (text: string) => text.replace('PORT', port)
  const message = messageOf(entry, title)
  return caller.call(`${site.url}/mcp`, {
    method: entry.method,
    headers: {
      host: at(entry.host),
      accept: ACCEPT,
      ...message.headers,
      ...(entry.origin !== undefined && { origin: at(entry.origin) }),
      ...credentialOf(entry.credential, site),
      // An empty type is as good as none, and the caller would add one.
      'content-type': entry.type === 'none' ? '' : entry.type,
    },
    ...(hasBody(entry) && { json: message.json }),
  })
}

const hasBody = ({ method }: Case) => method !== 'GET' && method !== 'DELETE'

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

function credentialOf(credential: Case['credential'], site: Site): Record<string, string> {
  const { token, key, otherToken } = site
  const wrong = `agt_${'A'.repeat(40)}`
  const credentials: Record<Case['credential'], Record<string, string>> = {
    token: bearer(token),
    key: { 'x-api-key': key },
    'token and a wrong key': { ...bearer(token), 'x-api-key': 'wrong' },
    none: {},
    'wrong token': bearer(wrong),
    'wrong key': { 'x-api-key': 'wrong' },
    'key as a token': bearer(key),
    'token as a key': { 'x-api-key': token },
    'token of another tenant': bearer(otherToken),
    'wrong token and a key': { ...bearer(wrong), 'x-api-key': key },
  }
  return credentials[credential]
}

const print = ({ headers, body }: Message) => ({ headers, json: JSON.stringify(body) })

function messageOf(
  { message }: Case,
  title: string,
): { headers: Record<string, string>; json: string } {
  const call = toolCall('create_task', { title })
  const withHeader = (name: string, value: string): Message => ({
    ...call,
    headers: { ...call.headers, [name]: value },
  })
  switch (message) {
    case 'call':
      return print(call)
    case 'call of 2025':
      return print(oldToolCall('create_task', { title }))
    case 'notification':
      return print({ headers: {}, body: { jsonrpc: '2.0', method: 'notifications/initialized' } })
    case 'other method in the header':
      return print(withHeader('mcp-method', 'tools/list'))
    case 'other tool in the header':
      return print(withHeader('mcp-name', 'whoami'))
    case 'no tool in the header':
      return print({ ...call, headers: request('tools/call').headers })
    case 'other revision in the header':
      return print(withHeader('mcp-protocol-version', '2025-11-25'))
    case 'unknown revision':
      return {
        headers: { ...call.headers, 'mcp-protocol-version': '2999-01-01' },
        json: JSON.stringify(call.body).replace(REVISION, '2999-01-01'),
      }
    case 'no capabilities':
      return print(withMeta(call, { 'io.modelcontextprotocol/protocolVersion': REVISION }))
    case 'no metadata':
      return print(withMeta(call, undefined))
    case 'unknown method':
      return print(request('tasks/drop'))
    case 'stream':
      return print(request('subscriptions/listen', { notifications: { toolsListChanged: true } }))
    case 'batch':
      return { headers: call.headers, json: JSON.stringify([call.body]) }
    case 'no JSON':
      return { headers: call.headers, json: '{"jsonrpc": ' }
    case 'too deep':
      return { headers: call.headers, json: '['.repeat(40) + ']'.repeat(40) }
  }
}

function withMeta({ headers, body }: Message, meta: unknown): Message {
  const params = { ...(body['params'] as object), _meta: meta } // of a tool call
  return { headers, body: { ...body, params } }
}
