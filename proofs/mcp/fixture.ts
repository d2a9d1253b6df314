// What the tools of the fixture share.
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  type RequestStateCodec,
  type ServerContext,
  type ServerEventBus,
} from '@modelcontextprotocol/server'

export type Fixture = { bus: ServerEventBus; states: RequestStateCodec<number> }
export type FixtureTool = (
  context: ServerContext,
  fixture: Fixture,
) => FixtureResult | Promise<FixtureResult>
type FixtureResult = CallToolResult | InputRequiredResult

/** The SDK has checked them, but its type of the metadata has no keys. */
export function capabilitiesOf({ mcpReq }: ServerContext): ClientCapabilities {
  const envelope = (mcpReq.envelope ?? {}) as {
    [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities
  } // see above
  return envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}
}
