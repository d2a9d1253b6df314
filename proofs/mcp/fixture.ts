// What the tools of the fixture share.
import type {
  CallToolResult,
  InputRequiredResult,
  RequestStateCodec,
  ServerContext,
  ServerEventBus,
} from '@modelcontextprotocol/server'

export type Fixture = { bus: ServerEventBus; states: RequestStateCodec<number> }
export type FixtureTool = (
  context: ServerContext,
  fixture: Fixture,
) => FixtureResult | Promise<FixtureResult>
type FixtureResult = CallToolResult | InputRequiredResult
