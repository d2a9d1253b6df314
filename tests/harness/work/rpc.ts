// Messages of the Model Context Protocol as they are on the wire, and what comes back.

export const REVISION = '2026-07-28'
const OLD_REVISION = '2025-11-25'

export type Message = { headers: Record<string, string>; body: Record<string, unknown> }

/** A tool call of the current revision: headers and body say the same. */
export function toolCall(name: string, args: Record<string, unknown>): Message {
  const message = request('tools/call', { name, arguments: args })
  return { ...message, headers: { ...message.headers, 'mcp-name': name } }
}

export function request(method: string, params: Record<string, unknown> = {}): Message {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return {
    headers: { 'mcp-protocol-version': REVISION, 'mcp-method': method },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
  }
}

/** The same as a client of 2025 sends it after its handshake. */
export function oldToolCall(name: string, args: Record<string, unknown>): Message {
  return {
    headers: { 'mcp-protocol-version': OLD_REVISION },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  }
}

export type RpcResponse = {
  error?: { code: number }
  result?: { isError?: boolean; structuredContent?: ToolOutcome }
}
/** What the tests read of it. */
export type ToolOutcome = {
  data?: {
    run?: string
    lease_token?: string
    task?: { id: string; status: string }
  }
  error?: { code: string }
}

export const ACCEPT = 'application/json, text/event-stream'

/** Undefined for a body that is no message, such as an error of the service itself. Streams of old clients have one event. */
export function readRpc(body: string): RpcResponse | undefined {
  const data = body.startsWith('event:') || body.startsWith('data:') ? eventOf(body) : body
  try {
    const read = JSON.parse(data) as RpcResponse & { jsonrpc?: string } // checked next
    return read.jsonrpc === '2.0' ? read : undefined
  } catch {
    return undefined
  }
}

function eventOf(stream: string): string {
  return (
    stream
      .split('\n')
      .find((line) => line.startsWith('data: {'))
      ?.slice('data: '.length) ?? ''
  )
}
