// The demo at this moment: agents at work, a question, an approval, synced issues with a conflict and confirmed results.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClaimedTask, Integration, Link, Question, Run, Task } from '@task-service/contract'
import type { DemoCall } from './demo-caller.ts'
import type { Person } from './demo-tenant.ts'
import { type LocalServer, trackerUrl } from './local-server.ts'
import { TRACKER_KEY } from './tracker.ts'
import { FIRST_ISSUE, fillPortal, ISSUES } from './tracker-issues.ts'

const LEASE_SECONDS = 3_600
const HOUR_MS = 3_600_000

export type WorkingRun = { id: string; lease: string }

export async function claim(call: DemoCall, agent: string, task: string): Promise<WorkingRun> {
  const body = { agent, lease_seconds: LEASE_SECONDS }
  const { run, lease_token: lease } = await call<ClaimedTask>('POST', `/tasks/${task}/claim`, body)
  return { id: run.id, lease }
}

const STEPS = [
  ['Read the declaration and the packing list', 'Gross weight 1,240 kg and 1,204 kg'],
  ['Find the tariff code', '9405.42 fits LED panels'],
  ['Correct the form', ''],
  ['Send the form to the broker', ''],
] as const

const plan = (done: number) =>
  STEPS.map(([title, note], step) => ({
    title,
    state: step < done ? 'done' : step === done ? 'working' : 'pending',
    ...(step < done && { note }),
  }))

const QUESTION = {
  kind: 'choice',
  prompt: 'Which account should receive the refund of €182.40?',
  context:
    'Bluefin Retail paid invoice **55-1182** from an account that is now closed. Two other accounts are on file.',
  options: [
    {
      value: 'commerzbank',
      label: 'DE·· ···· 4471, Commerzbank',
      description: 'Used for 14 payments this year',
    },
    { value: 'ing', label: 'NL·· ···· 0926, ING', description: 'Added on 28 Oct, never used' },
    { value: 'none', label: 'Neither, I will contact the customer' },
  ],
  expires_in_seconds: 24 * 3_600,
  on_timeout: { action: 'release' },
}

async function begin(
  call: DemoCall,
  agent: string,
  queue: string,
  title: string,
): Promise<WorkingRun> {
  const body = { title, queue, priority: 'high', labels: [queue], delegate: agent }
  const task = await call<Task>('POST', '/tasks', body)
  return claim(call, agent, task.id)
}

/** `done` steps of the plan are complete. */
export async function reportProgress(
  call: DemoCall,
  { id, lease }: WorkingRun,
  { done, ...report }: { done: number; percent: number; usage: { tokens: number; cost: number } },
): Promise<void> {
  const { percent, usage } = report
  const progress = { message: done < 2 ? 'Comparing the documents' : 'Filling in box 33', percent }
  await call('POST', `/runs/${id}/heartbeat`, {
    lease_token: lease,
    plan: plan(done),
    progress,
    usage,
  })
}

/** A run that is in progress. */
export const beginCustomsRun = (call: DemoCall, shipment: number): Promise<WorkingRun> =>
  begin(call, 'docs-agent', 'customs', `Customs form without tariff code, QF-${shipment}`)

/** The run that keeps working while the demo runs. */
export async function addLiveRuns(call: DemoCall): Promise<WorkingRun> {
  const working = await beginCustomsRun(call, 20_932)
  await reportProgress(call, working, {
    done: 2,
    percent: 62,
    usage: { tokens: 12_000, cost: 0.4 },
  })
  const asking = await begin(
    call,
    'refund-agent',
    'billing',
    'Refund duplicate surcharge on invoice 55-1182',
  )
  await call('POST', `/runs/${asking.id}/heartbeat`, {
    lease_token: asking.lease,
    plan: plan(1),
    usage: { tokens: 7_400, cost: 0.21 },
  })
  await call<Question>('POST', `/runs/${asking.id}/questions`, {
    lease_token: asking.lease,
    ...QUESTION,
  })
  return working
}

const dueAt = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

/** For the person who signs in: work of their own, mentions, a file. */
export async function addMyWork(call: DemoCall, [me, tom]: readonly Person[]): Promise<Task> {
  if (!me || !tom) throw new Error('there are no people')
  const task = await call<Task>('POST', '/tasks', {
    title: 'Customs hold: declared weight of QF-20933 differs from the packing list',
    description:
      'The broker says 1,248 kg, the scale says 1,266 kg.\n\n- Compare with scale ticket 99120\n- Correct line 3\n- Release the hold before 12:00',
    queue: 'customs',
    labels: ['customs'],
    priority: 'urgent',
    assignee: me.username,
    due_at: dueAt(3),
    checklist: [
      { text: 'Scale ticket', checked: true },
      { text: 'Corrected form' },
      { text: 'Confirmation of the broker' },
    ],
    fields: { shipment: 'QF-20933', carrier: 'nordlink', declared_weight: 1_266 },
  })
  const file = { mediaType: 'text/csv' }
  const weights = 'pallet,declared_kg,scale_kg\n1,624,642\n2,624,624\n'
  await call('POST', `/tasks/${task.id}/attachments?name=Weights%20QF-20933.csv`, weights, file)
  const body = `@[${me.name}](user:${me.id}) line 3 has two swapped digits: 624 instead of 642 kg. Can you sign the correction?`
  await call('POST', `/tasks/${task.id}/comments`, { body }, { as: tom })
  await call('POST', '/tasks', {
    title: 'Review the credit limit of Bluefin Retail',
    queue: 'billing',
    priority: 'high',
    assignee: me.username,
    due_at: dueAt(26),
  })
  return task
}

/** Without links if no worker syncs it in time: the service is not running. */
export async function connectTracker(
  call: DemoCall,
  { url, tracker }: Pick<LocalServer, 'url' | 'tracker'>,
  waitMs: number,
): Promise<{ integration: Integration; links: Link[] }> {
  const integration = await call<Integration>('POST', '/integrations', {
    provider: 'redmine',
    name: 'Sample tracker',
    config: { url: trackerUrl(url), project: 'portal', text_format: 'markdown' },
    mapping: {
      queue: 'portal',
      labels: ['portal'],
      fields: { title: { direction: 'both', policy: 'manual' } },
    },
    poll_seconds: 10,
    agent_writes: 'approve',
  })
  fillPortal(tracker, integration)
  const path = `/integrations/${integration.id}`
  await call('PUT', `${path}/credential`, { secrets: { api_key: TRACKER_KEY } })
  const links = await waitUntil(waitMs, async () => {
    const found = await listLinks(call, integration.id)
    return found.length >= ISSUES.length && found
  })
  return { integration, links: links ?? [] }
}

export async function listLinks(call: DemoCall, integration: string): Promise<Link[]> {
  const { data } = await call<{ data: Link[] }>(
    'GET',
    `/links?integration=${integration}&limit=200`,
  )
  return data
}

export async function waitUntil<T>(
  waitMs: number,
  look: () => Promise<T | false | undefined>,
): Promise<T | undefined> {
  for (const end = performance.now() + waitMs; performance.now() < end; ) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await sleep(250)
  }
  return undefined
}

/** Results that are confirmed, one that needs an approval, and a title that both sides changed. */
export async function workOnIssues(
  call: DemoCall,
  { tracker }: Pick<LocalServer, 'tracker'>,
  links: readonly Link[],
  [, tom, mei]: readonly Person[],
): Promise<void> {
  const taskOf = (place: number): { task: string; issue: number } => {
    const link = links.find(({ external_id: id }) => Number(id) === FIRST_ISSUE + place)
    if (!link) throw new Error('an issue has no task')
    return { task: link.task_id, issue: Number(link.external_id) }
  }
  for (const [place, as] of [
    [3, tom],
    [4, mei],
    [6, tom],
  ] as const) {
    const path = `/tasks/${taskOf(place).task}/transitions`
    await call('POST', path, { to: 'in_progress' }, as && { as })
    await call('POST', path, { to: 'completed', result: { summary: 'Fixed' } }, as && { as })
  }
  const disputed = taskOf(2)
  tracker.change(disputed.issue, { subject: 'Add the container number to all mails' })
  const title = 'Add container number and seal to the confirmation mail'
  await call('PATCH', `/tasks/${disputed.task}`, { title }, mei && { as: mei })
  const asked = taskOf(8)
  const run = await claim(call, 'refund-agent', asked.task)
  const result = { summary: 'Closed as a duplicate of QF-20911.' }
  await call<Run>('POST', `/runs/${run.id}/complete`, { lease_token: run.lease, result })
}
