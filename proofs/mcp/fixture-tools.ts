// The tools of the fixture, by the names that the scenarios of the conformance suite call.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CallToolResult,
  type ContentBlock,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { askingTools } from './asking-tools.ts'
import { capabilitiesOf, type FixtureTool } from './fixture.ts'
import { PNG, WAV } from './media.ts'

const PAUSE_MS = 10

const text = (words: string): ContentBlock => ({ type: 'text', text: words })
const image: ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' }
const audio: ContentBlock = { type: 'audio', data: WAV, mimeType: 'audio/wav' }
const resource: ContentBlock = {
  type: 'resource',
  resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'A resource.' },
}
const returns = (content: ContentBlock[]) => () => ({ content })

async function reportProgress({ mcpReq }: ServerContext): Promise<CallToolResult> {
  const { _meta: meta } = mcpReq
  const progressToken = meta?.progressToken
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined) {
      const params = { progressToken, progress, total: 100 }
      await mcpReq.notify({ method: 'notifications/progress', params })
    }
    await sleep(PAUSE_MS)
  }
  return { content: [text('Done.')] }
}

async function writeLog({ mcpReq }: ServerContext): Promise<CallToolResult> {
  for (const step of ['started', 'working', 'done']) {
    await mcpReq.log('info', step)
    await sleep(PAUSE_MS)
  }
  return { content: [text('Done.')] }
}

function requireSampling(context: ServerContext): CallToolResult {
  if (!capabilitiesOf(context).sampling) {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
  }
  return { content: [text('Sampling is supported.')] }
}

const publishes =
  (kind: 'tools_list_changed' | 'prompts_list_changed'): FixtureTool =>
  (_context, { bus }) => {
    bus.publish({ kind })
    return { content: [text('Published.')] }
  }

export const fixtureTools: Record<string, FixtureTool> = {
  test_simple_text: returns([text('A text.')]),
  test_custom_header: returns([text('A text.')]),
  test_image_content: returns([image]),
  test_audio_content: returns([audio]),
  test_embedded_resource: returns([resource]),
  test_multiple_content_types: returns([text('All of them.'), image, resource]),
  test_error_handling: () => ({ isError: true, content: [text('It failed.')] }),
  test_tool_with_progress: reportProgress,
  test_tool_with_logging: writeLog,
  test_logging_tool: writeLog,
  test_missing_capability: requireSampling,
  test_trigger_tool_change: publishes('tools_list_changed'),
  test_trigger_prompt_change: publishes('prompts_list_changed'),
  ...askingTools,
}
