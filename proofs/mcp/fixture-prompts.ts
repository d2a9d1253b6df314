// The prompts of the fixture, by the names that the scenarios of the conformance suite call.
import {
  acceptedContent,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  type Prompt,
  type PromptMessage,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { PNG } from './media.ts'

type Arguments = Record<string, string>

const asUser = (content: PromptMessage['content']): PromptMessage => ({ role: 'user', content })
const text = (words: string) => asUser({ type: 'text', text: words })

const messages: Record<string, (args: Arguments) => PromptMessage[]> = {
  test_simple_prompt: () => [text('A prompt.')],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [text(`arg1: ${arg1}, arg2: ${arg2}`)],
  test_prompt_with_embedded_resource: ({ resourceUri: uri = '' }) => [
    asUser({ type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'A resource.' } }),
  ],
  test_prompt_with_image: () => [
    asUser({ type: 'image', data: PNG, mimeType: 'image/png' }),
    text('What is this?'),
  ],
}

const ASKS = 'test_input_required_result_prompt'
const argumentsOf: Record<string, string[]> = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
}

export const fixturePrompts: Prompt[] = [...Object.keys(messages), ASKS].map((name) => ({
  name,
  description: name,
  arguments: (argumentsOf[name] ?? []).map((argument) => ({ name: argument, required: true })),
}))

export function getPrompt(
  name: string,
  args: Arguments,
  responses: Record<string, unknown> | undefined,
): GetPromptResult | InputRequiredResult {
  if (name === ASKS) return askForContext(responses)
  const create = messages[name]
  if (!create) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `no prompt ${name}`)
  return { messages: create(args) }
}

function askForContext(
  responses: Record<string, unknown> | undefined,
): GetPromptResult | InputRequiredResult {
  const answer = acceptedContent(responses, 'user_context')
  if (answer) return { messages: [text(`context: ${String(answer['context'])}`)] }
  const requestedSchema = {
    type: 'object' as const,
    properties: { context: { type: 'string' as const } },
    required: ['context'],
  }
  const message = 'Which context?'
  const user_context = inputRequired.elicit({ message, requestedSchema })
  return inputRequired({ inputRequests: { user_context } })
}
