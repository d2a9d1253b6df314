// The MCP server that the conformance suite asks for: every feature of the protocol with the names that its scenarios call.
// It runs behind the checks of `/mcp` in place of the tools.
import {
  createRequestStateCodec,
  fromJsonSchema,
  InMemoryServerEventBus,
  type JsonSchemaType,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server'
import type { McpEndpoint } from '../../server/src/mcp/endpoint.ts'
import type { Fixture } from './fixture.ts'
import { fixturePrompts, getPrompt } from './fixture-prompts.ts'
import { fixtureTools } from './fixture-tools.ts'
import { PNG } from './media.ts'

/** The four scenarios that need a session wait this long in vain. */
const ROUND_TIMEOUT_MS = 1_000

export function createFixture(): Pick<McpEndpoint, 'createServer' | 'streams'> {
  const bus = new InMemoryServerEventBus()
  const states = createRequestStateCodec<number>({ key: crypto.getRandomValues(Buffer.alloc(32)) })
  return {
    createServer: () => createServer({ bus, states }),
    streams: { bus, maxSubscriptions: 8 },
  }
}

/** With the checks of custom headers (`Mcp-Param-*`), which the low-level server does not have. */
function createServer(fixture: Fixture): McpServer {
  const mcp = new McpServer(
    { name: 'fixture', version: '1' },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        completions: {},
        logging: {},
      },
      requestState: { verify: (state, context) => fixture.states.verify(state, context) },
      inputRequired: { roundTimeoutMs: ROUND_TIMEOUT_MS },
    },
  )
  addTools(mcp, fixture)
  addPrompts(mcp.server)
  addResources(mcp.server)
  return mcp
}

const anything: JsonSchemaType = { type: 'object' }
const region = { type: 'string', 'x-mcp-header': 'Region' } as const
const schemas: Record<string, JsonSchemaType> = {
  test_custom_header: { type: 'object', properties: { region } },
}

function addTools(mcp: McpServer, fixture: Fixture): void {
  for (const [name, call] of Object.entries(fixtureTools)) {
    const inputSchema = fromJsonSchema(schemas[name] ?? anything)
    mcp.registerTool(name, { description: name, inputSchema }, (_args, context) =>
      call(context, fixture),
    )
  }
  // The handler of McpServer turns errors of the protocol into results.
  mcp.server.setRequestHandler('tools/call', ({ params: { name } }, context) => {
    const call = fixtureTools[name]
    if (!call) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `no tool ${name}`)
    return call(context, fixture)
  })
}

function addPrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: fixturePrompts }))
  server.setRequestHandler('prompts/get', ({ params }, { mcpReq }) =>
    getPrompt(params.name, params.arguments ?? {}, mcpReq.inputResponses),
  )
  server.setRequestHandler('completion/complete', () => ({ completion: { values: ['test'] } }))
}

const resources = [
  { uri: 'test://static-text', name: 'Text', mimeType: 'text/plain', text: 'A text.' },
  { uri: 'test://static-binary', name: 'Image', mimeType: 'image/png', blob: PNG },
]
const template = /^test:\/\/template\/([^/]+)\/data$/

function addResources(server: Server): void {
  server.setRequestHandler('resources/list', () => ({
    resources: resources.map(({ uri, name, mimeType }) => ({ uri, name, mimeType })),
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'Template' }],
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const [, id] = template.exec(uri) ?? []
    if (id !== undefined) {
      return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id }) }] }
    }
    const found = resources.find((one) => one.uri === uri)
    if (!found) throw new ResourceNotFoundError(uri)
    const { mimeType, text, blob } = found
    return { contents: [{ uri, mimeType, ...(blob ? { blob } : { text: text ?? '' }) }] }
  })
  server.setRequestHandler('resources/subscribe', () => ({}))
  server.setRequestHandler('resources/unsubscribe', () => ({}))
}
