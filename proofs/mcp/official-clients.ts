// Tasks worked on with the official clients, in both eras of the protocol: list the tools, claim, report, complete.
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { TOOL_NAMES } from '@task-service/contract'
import type { Pool } from 'pg'
import { createTasks } from '../../tests/harness/work/agent-client.ts'
import type { ToolOutcome } from '../../tests/harness/work/rpc.ts'

export type Workplace = { url: string; apiKey: string; token: string; admin: Pool }
export type ClientOutcome = { client: string; fault: string | undefined }

/** What all clients can do. */
type Client = {
  listTools: () => Promise<string[]>
  callTool: (name: string, args: Record<string, unknown>) => Promise<ToolOutcome>
  close: () => Promise<void>
}
type Connect = (tools: string, at: Workplace) => Promise<Client>

const run = promisify(execFile)

/** The packages are installed outside of the workspace, so their types are unknown here. */
type SdkModule = {
  Client: new (info: object, options?: object) => SdkClient
  StreamableHTTPClientTransport: new (url: URL, options: object) => unknown
}
type SdkClient = {
  connect: (transport: unknown) => Promise<void>
  listTools: () => Promise<{ tools: { name: string }[] }>
  callTool: (call: object) => Promise<{ structuredContent?: ToolOutcome }>
  close: () => Promise<void>
}

const withSdk =
  (specifiers: readonly string[], options: object): Connect =>
  async (tools, { url, token }) => {
    const { resolve } = createRequire(join(tools, 'package.json'))
    const modules = await Promise.all(
      specifiers.map((name) => import(pathToFileURL(resolve(name)).href)),
    )
    const sdk = Object.assign({}, ...modules) as SdkModule // see the type
    const client = new sdk.Client({ name: 'proof', version: '1' }, options)
    const headers = { authorization: `Bearer ${token}` }
    const endpoint = new URL(`${url}/mcp`)
    await client.connect(
      new sdk.StreamableHTTPClientTransport(endpoint, { requestInit: { headers } }),
    )
    return {
      listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
      callTool: async (name, args) =>
        (await client.callTool({ name, arguments: args })).structuredContent ?? {},
      close: () => client.close(),
    }
  }

/** One process per call. */
const withInspector =
  (era: readonly string[]): Connect =>
  async (tools, { url, token }) => {
    const program = join(
      tools,
      'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
    )
    const ask = async (...args: string[]): Promise<InspectorReply> => {
      const header = `Authorization: Bearer ${token}`
      const target = [program, '--cli', `${url}/mcp`, '--transport', 'http', ...era]
      const call = ['--header', header, '--format', 'json', ...args]
      const { stdout } = await run(process.execPath, [...target, ...call])
      const reply = JSON.parse(stdout) as InspectorReply & { result?: InspectorReply } // see the type
      return reply.result ?? reply
    }
    return {
      listTools: async () =>
        ((await ask('--method', 'tools/list')).tools ?? []).map(({ name }) => name),
      async callTool(name, args) {
        const call = ['--method', 'tools/call', '--tool-name', name]
        const reply = await ask(...call, '--tool-args-json', JSON.stringify(args))
        return reply.structuredContent ?? {}
      },
      close: async () => undefined,
    }
  }
type InspectorReply = { tools?: { name: string }[]; structuredContent?: ToolOutcome }

const CLIENT = ['@modelcontextprotocol/client']
const clients: Record<string, Connect> = {
  'client 2 (auto)': withSdk(CLIENT, { versionNegotiation: { mode: 'auto' } }),
  'client 2 (legacy)': withSdk(CLIENT, { versionNegotiation: { mode: 'legacy' } }),
  'sdk 1': withSdk(
    [
      '@modelcontextprotocol/sdk/client/index.js',
      '@modelcontextprotocol/sdk/client/streamableHttp.js',
    ],
    {},
  ),
  'inspector (modern)': withInspector(['--protocol-era', 'modern']),
  'inspector (default)': withInspector([]),
}

export async function workWithClients(tools: string, at: Workplace): Promise<ClientOutcome[]> {
  const outcomes: ClientOutcome[] = []
  for (const [client, connect] of Object.entries(clients)) {
    const fault = await work(client, connect, tools, at).catch(String)
    outcomes.push({ client, fault })
  }
  return outcomes
}

/** Returns what went wrong. */
async function work(
  name: string,
  connect: Connect,
  tools: string,
  at: Workplace,
): Promise<string | undefined> {
  const [id] = await createTasks(at, [{ title: `Task for ${name}` }])
  const client = await connect(tools, at)
  try {
    const listed = await client.listTools()
    if (listed.join() !== TOOL_NAMES.join()) return `lists ${listed.join(', ')}`
    const { data: claimed } = await client.callTool('claim_task', { task: id })
    const { run: runId, lease_token } = claimed ?? {}
    if (claimed?.task?.id !== id) return 'did not claim the task'
    const held = { run: runId, lease_token }
    await client.callTool('report', { ...held, message: `Half way (${name})`, percent: 50 })
    const { data: done } = await client.callTool('complete_task', { ...held, result: { by: name } })
    if (done?.task?.status !== 'completed') return 'did not complete the task'
  } finally {
    await client.close()
  }
  return findStoredFault(at.admin, name)
}

async function findStoredFault(admin: Pool, name: string): Promise<string | undefined> {
  const { rows } = await admin.query<{
    status: string
    by: string
    message: string
    state: string
  }>(
    `select t.status, t.doc -> 'result' ->> 'by' as by, r.progress ->> 'message' as message, r.state
     from tasks t join runs r on r.tenant_id = t.tenant_id and r.task_id = t.id
     where t.doc ->> 'title' = $1`,
    [`Task for ${name}`],
  )
  const stored = JSON.stringify(rows)
  const wanted = JSON.stringify([
    { status: 'completed', by: name, message: `Half way (${name})`, state: 'completed' },
  ])
  return stored === wanted ? undefined : `stored ${stored}`
}
