// A client of `/mcp` of a running service: one JSON-RPC request of the current protocol revision per call.
import { type ApiCaller, createApiCaller } from '../clients/api-caller.ts'

const REVISION = '2026-07-28'

export type LabeledText = { path: string; source: string; author: string; text: string }

export type ToolReply = {
  isError: boolean
  /** What the service vouches for. */
  data: Record<string, unknown>
  untrusted: LabeledText[]
  /** The code, if it is an error. */
  error: string | undefined
  /** As a model reads it. */
  text: string
}

export type McpCaller = {
  call: (tool: string, args?: Record<string, unknown>) => Promise<ToolReply>
  /** As `call`, and throws for an error. */
  insist: (tool: string, args?: Record<string, unknown>) => Promise<ToolReply>
  close: () => void
}

type Rpc = {
  result?: {
    isError?: boolean
    content: { text: string }[]
    structuredContent: {
      data?: Record<string, unknown>
      untrusted?: LabeledText[]
      error?: { code: string }
    }
  }
  /** Of the protocol, for instance because there is no such tool. */
  error?: { code: number; message: string }
}

export function createMcpCaller(
  { url, token }: { url: string; token: string },
  caller: ApiCaller = createApiCaller(),
): McpCaller {
  async function call(tool: string, args: Record<string, unknown> = {}): Promise<ToolReply> {
    const answer = await caller.call(`${url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': REVISION,
        'mcp-method': 'tools/call',
        'mcp-name': tool,
      },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: tool, arguments: args, _meta: META },
      },
    })
    const { result, error: failure } = answer.status === 200 ? (JSON.parse(answer.body) as Rpc) : {} // of the protocol
    if (failure) {
      const { code, message: text } = failure
      return { isError: true, data: {}, untrusted: [], error: String(code), text }
    }
    if (!result) throw new Error(`${tool}: ${answer.status} ${answer.body}`)
    const { isError = false, content, structuredContent } = result
    const { data = {}, untrusted = [], error } = structuredContent
    return { isError, data, untrusted, error: error?.code, text: content[0]?.text ?? '' }
  }
  return {
    call,
    async insist(tool, args) {
      const reply = await call(tool, args)
      if (reply.isError) throw new Error(`${tool}: ${reply.text}`)
      return reply
    },
    close: caller.close,
  }
}

const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientCapabilities': {},
}
