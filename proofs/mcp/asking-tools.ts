// Tools of the fixture that need answers of the client before they return a result (multi round-trip requests).
import {
  acceptedContent,
  type InputRequest,
  type InputRequests,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server'
import { capabilitiesOf, type Fixture, type FixtureTool } from './fixture.ts'

type Schema = Exclude<
  Parameters<typeof inputRequired.elicit>[0]['requestedSchema'],
  { '~standard': unknown }
>
type Fields = Schema['properties']

const elicit = (message: string, properties: Fields): InputRequest =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties, required: Object.keys(properties) },
  })
const askName = elicit('What is your name?', { name: { type: 'string' } })
const askColor = elicit('What is your favorite color?', { color: { type: 'string' } })
const confirm = elicit('Continue?', { ok: { type: 'boolean' } })
const sample = (text: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens: 50,
  })
const askCapital = sample('What is the capital of France?')
const listRoots = inputRequired.listRoots()

const done = (text: string) => ({ content: [{ type: 'text' as const, text }] })

/** Asks until every question has an answer of its kind. */
const asks =
  (inputRequests: InputRequests, { isStateful = false } = {}): FixtureTool =>
  async ({ mcpReq }, { states }) => {
    const isOpen = (key: string) => inputResponse(mcpReq.inputResponses, key).kind === 'missing'
    if (!Object.keys(inputRequests).some(isOpen)) return done('state-ok')
    const state = isStateful && { requestState: await states.mint(1) }
    return inputRequired({ inputRequests, ...state })
  }

/** The state counts the rounds. */
async function askTwice(
  { mcpReq }: Parameters<FixtureTool>[0],
  { states }: Fixture,
): Promise<Awaited<ReturnType<FixtureTool>>> {
  const round = mcpReq.requestState<number>() ?? 0
  if (round === 2 && acceptedContent(mcpReq.inputResponses, 'step2')) return done('Both answered.')
  const isSecond = round > 0 && acceptedContent(mcpReq.inputResponses, 'step1') !== undefined
  const inputRequests: InputRequests = isSecond ? { step2: askColor } : { step1: askName }
  return inputRequired({ inputRequests, requestState: await states.mint(isSecond ? 2 : 1) })
}

/** Only what the client has declared. */
const asksWhatIsSupported: FixtureTool = (context) => {
  const supported = capabilitiesOf(context)
  const inputRequests: InputRequests = {
    ...(supported.elicitation && { user_name: askName }),
    ...(supported.sampling && { capital: askCapital }),
  }
  return inputRequired({ inputRequests })
}

const titled = [
  { const: 'value1', title: 'First' },
  { const: 'value2', title: 'Second' },
]
const plain = ['option1', 'option2']

const defaults = elicit('Are these right?', {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
})
const choices = elicit('Which ones?', {
  untitledSingle: { type: 'string', enum: plain },
  titledSingle: { type: 'string', oneOf: titled },
  legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['One', 'Two'] },
  untitledMulti: { type: 'array', items: { type: 'string', enum: plain } },
  titledMulti: { type: 'array', items: { anyOf: titled } },
})

export const askingTools: Record<string, FixtureTool> = {
  test_streaming_elicitation: asks({ user_name: askName }),
  test_input_required_result_elicitation: asks({ user_name: askName }),
  test_input_required_result_sampling: asks({ capital_question: askCapital }),
  test_input_required_result_list_roots: asks({ client_roots: listRoots }),
  test_input_required_result_request_state: asks({ confirm }, { isStateful: true }),
  test_input_required_result_tampered_state: asks({ confirm }, { isStateful: true }),
  test_input_required_result_multiple_inputs: asks(
    { user_name: askName, greeting: sample('Greet me.'), client_roots: listRoots },
    { isStateful: true },
  ),
  test_input_required_result_multi_round: askTwice,
  test_input_required_result_capabilities: asksWhatIsSupported,
  // Called by scenarios of 2025-11-25 only, which needs a session for questions of the server.
  test_sampling: asks({ sampled: sample('Hello.') }),
  test_elicitation: asks({
    user: elicit('Who are you?', { username: { type: 'string' }, email: { type: 'string' } }),
  }),
  test_elicitation_sep1034_defaults: asks({ defaults }),
  test_elicitation_sep1330_enums: asks({ choices }),
}
