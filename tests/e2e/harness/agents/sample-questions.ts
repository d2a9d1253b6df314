// Agents at work: questions of every kind, a run in progress, and a task that failed after its last attempt.
import type { Question, Task } from '@task-service/contract'
import type { Stage } from '../stage.ts'
import { claimFrom, type ScriptedRun } from './scripted-agent.ts'

export type SampleQuestions = {
  /** A choice, open. */
  choice: Question
  answered: Question
  /** Whose run waits for `choice`. */
  parked: Task
  /** With a run in progress. */
  working: Task
  /** After three attempts. */
  failed: Task
}

const plan = (done: number) =>
  [
    ['Read the invoice and the two payments', 'Both over €182.40, paid on 3 and 4 Nov.'],
    ['Compare the bank accounts on file', 'The account of the first payment is closed.'],
    ['Choose the account for the refund', ''],
    ['Send the refund', ''],
    ['Complete the task', ''],
  ].map(([title, note], step) => ({
    title,
    state: step < done ? 'done' : step === done ? 'working' : 'pending',
    ...(step < done && { note }),
  }))

const CHOICE = {
  kind: 'choice',
  prompt: 'Which account should receive the refund of €182.40?',
  context:
    'Bluefin Retail paid invoice **55-1182** from an account that is now closed. Two other accounts are on file.',
  options: [
    {
      value: 'commerzbank',
      label: 'DE·· ···· 4471, Commerzbank',
      description: 'Used for 14 payments this year, last on 2 Nov',
    },
    { value: 'ing', label: 'NL·· ···· 0926, ING', description: 'Added on 28 Oct, never used' },
    { value: 'none', label: 'Neither, I will contact the customer' },
  ],
  expires_in_seconds: 4 * 3600,
  on_timeout: { action: 'release' },
}
const FORM = {
  kind: 'input',
  prompt: 'What does the packing list of booking 4417 say?',
  schema: {
    type: 'object',
    properties: {
      gross_kg: { type: 'number', title: 'Gross weight in kg' },
      dock: { enum: ['north', 'south'], title: 'Dock' },
      remark: { type: 'string', maxLength: 500, title: 'Remark', description: 'For the driver' },
    },
    required: ['gross_kg', 'dock'],
  },
}
const CONFIRMATION = {
  kind: 'confirmation',
  prompt: 'Is the packing list of 6 Nov the final one?',
  expires_in_seconds: 3600,
  on_timeout: { action: 'answer', answer: false },
}
const TEXT = { kind: 'input', prompt: 'What is the gate code for order 770981?' }

export async function askQuestions(stage: Stage): Promise<SampleQuestions> {
  await stage.api('POST', '/agents', {
    name: 'refund-agent',
    queues: ['refunds', 'bookings', 'gates', 'holds', 'bank-files'],
    run_budget: { seconds: 1800, calls: 60 },
  })
  const claim = async (queue: string, title: string): Promise<ScriptedRun> => {
    await stage.api('POST', '/tasks', { title, queue, priority: 'high' })
    return claimFrom(stage, 'refund-agent', queue)
  }
  const asked = await claim('gates', 'Ask customer for a gate code, order 770981')
  const gate = await asked.ask(TEXT)
  await stage.api('POST', `/questions/${gate.id}/answer`, { answer: '4711#', note: 'Side door.' })
  await (await claim('bookings', 'Packing list, booking 4417')).ask(FORM)
  await (await claim('bookings', 'Confirm the packing list of 6 Nov')).ask(CONFIRMATION)
  const refund = await claim('refunds', 'Duplicate surcharge, invoice 55-1182')
  await refund.heartbeat({ plan: plan(2) })
  const choice = await refund.ask(CHOICE)
  const working = await claim('holds', 'Customs hold: declared weight differs, QF-20944')
  await working.heartbeat({
    plan: plan(3),
    progress: { message: 'Draft the corrected declaration', percent: 60 },
  })
  return {
    choice,
    answered: gate,
    parked: refund.task,
    working: working.task,
    failed: await failThrice(stage, claim),
  }
}

async function failThrice(
  stage: Stage,
  claim: (queue: string, title: string) => Promise<ScriptedRun>,
): Promise<Task> {
  let run = await claim('bank-files', 'Match open payments of 9 Nov')
  for (const error of ['Timeout after 30 s', 'The bank file is not readable']) {
    await run.fail(error)
    run = await claimFrom(stage, 'refund-agent', 'bank-files')
  }
  await run.fail('The bank file is not readable: line 214 has 11 columns instead of 12')
  return run.task
}
