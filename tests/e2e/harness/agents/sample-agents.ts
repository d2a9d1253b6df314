// Agents at work: one with live, parked and finished runs, one that is paused, and one without any budget left.

import type { Stage } from '../stage.ts'
import { addPastRuns } from './past-runs.ts'
import { claimFrom } from './scripted-agent.ts'

const plan = (done: number) =>
  [
    ['Read the declaration and the packing list', 'Gross weight 1,240 kg and 1,204 kg'],
    ['Find the tariff code', '9405.42 fits LED panels'],
    ['Correct the form', ''],
    ['Send the form to the broker', ''],
  ].map(([title, note], step) => ({
    title,
    state: step < done ? 'done' : step === done ? 'working' : 'pending',
    ...(step < done && { note }),
  }))

export async function addAgents(stage: Stage): Promise<void> {
  await addRoster(stage)
  const begin = async (title: string) => {
    await stage.api('POST', '/tasks', { title, queue: 'customs', priority: 'high' })
    return claimFrom(stage, 'docs-agent', 'customs')
  }
  for (const title of ['Form of QF-20921', 'Form of QF-20922', 'Form of QF-20923']) {
    await (await begin(title)).complete()
  }
  await (await begin('Certificate of origin missing, QF-20877')).release('The broker is closed.')
  const failing = await claimFrom(stage, 'docs-agent', 'customs')
  await failing.heartbeat({ usage: { tokens: 48_200, cost: 1.37 } })
  await failing.fail('The registry returned 503 three times')
  const parked = await begin('Dangerous-goods declaration, booking 4418')
  await parked.heartbeat({ plan: plan(1) })
  await parked.ask({ kind: 'confirmation', prompt: 'Is UN 3480 right for booking 4418?' })
  await (await begin('Import license missing, QF-20950')).heartbeat()
  await (await begin('Customs form without tariff code, QF-20932')).heartbeat({
    plan: plan(2),
    progress: { message: 'Filling in box 33', percent: 62 },
    usage: { tokens: 12_000, cost: 0.4 },
  })
  for (const title of ['Weigh pallet 7', 'Weigh pallet 8']) {
    await stage.api('POST', '/tasks', { title, queue: 'dock' })
  }
  await stage.api('PATCH', '/queues/customs', {
    description: 'Forms, holds and codes',
    target_seconds: 1,
  })
  await stage.api('POST', '/tasks', { title: 'Check form of QF-20960', queue: 'customs' })
  await addPastRuns(stage, 'customs', 6)
}

async function addRoster({ api }: Pick<Stage, 'api'>): Promise<void> {
  await api('POST', '/agents', {
    name: 'docs-agent',
    description: 'Corrects customs and transport documents',
    queues: ['customs'],
    concurrency: 3,
    reads_beyond_claim: true,
    run_budget: { seconds: 1_800, calls: 60 },
    day_budget: { seconds: 28_800, calls: 12, effects: 60 },
  })
  await api('POST', '/agents/docs-agent/tokens', { expires_in_days: 3 })
  await api('POST', '/agents', {
    name: 'triage-agent',
    description: 'Sorts, labels and routes new tasks',
    queues: ['dock', 'claims', 'stock'],
    writes_outward: false,
    day_budget: { seconds: 28_800, calls: 4_000, effects: 0 },
  })
  await api('POST', '/agents/triage-agent/tokens', {})
  await api('POST', '/agents', { name: 'match-agent', queues: ['billing'] })
  await api('POST', '/agents/match-agent/pause')
  await api('POST', '/agents', {
    name: 'refill-agent',
    queues: ['stock'],
    day_budget: { calls: 0 },
  })
}
