// A client of `/mcp` for tests: one JSON-RPC request of the current protocol revision per call.
import assert from 'node:assert/strict'
import type { ApiClient } from '../api-client.ts'
import { testApi } from '../test-api.ts'
import { BOT } from './claimed-run.ts'

const REVISION = '2026-07-28'

// oxlint-disable-next-line no-explicit-any -- the shape is what the tests check
type Json = any

export type McpResponse = {
  status: number
  headers: Record<string, unknown>
  text: string
  body: Json
}
export type ToolAnswer = {
  isError: boolean
  data: Json
  untrusted: Json[]
  error: Json
  text: string
  meta: Json
}

export class McpClient {
  readonly host: string
  readonly credential: Record<string, string>
  readonly path: string

  constructor(host: string, credential: Record<string, string>, path = '/mcp') {
    this.host = host
    this.credential = credential
    this.path = path
  }

  async send(body: unknown, headers: Record<string, string> = {}): Promise<McpResponse> {
    const { app } = await testApi()
    const answer = await app.inject({
      method: 'POST',
      url: this.path,
      headers: {
        host: this.host,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...this.credential,
        ...headers,
      },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const { statusCode: status, body: text } = answer
    const isJson = String(answer.headers['content-type']).includes('json')
    return { status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : text }
  }

  request(method: string, params: Record<string, unknown> = {}): Promise<McpResponse> {
    const name = typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}
    const meta = {
      'io.modelcontextprotocol/protocolVersion': REVISION,
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    return this.send(
      { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
      { 'mcp-protocol-version': REVISION, 'mcp-method': method, ...name },
    )
  }

  async tools(): Promise<string[]> {
    const { status, body, text } = await this.request('tools/list')
    assert.equal(status, 200, text)
    return body.result.tools.map(({ name }: { name: string }) => name)
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const { status, body, text } = await this.request('tools/call', { name, arguments: args })
    assert.equal(status, 200, text)
    assert.ok(body.result, text)
    const { isError = false, structuredContent, content, _meta: meta } = body.result
    return { isError, untrusted: [], ...structuredContent, text: content[0].text, meta }
  }
}

export async function mcpWithToken(
  client: ApiClient,
  agent = BOT,
  path?: string,
): Promise<McpClient> {
  const { body } = await client.call('agent_tokens.create', { params: { agent }, body: {} })
  const headers = { authorization: `Bearer ${body.token}` }
  return new McpClient(client.tenant.host, headers, path)
}

export function mcpWithKey({ tenant }: ApiClient, path?: string): McpClient {
  return new McpClient(tenant.host, { 'x-api-key': tenant.key }, path)
}
