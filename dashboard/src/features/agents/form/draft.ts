// The values of the agent form, and the requests they become.
import type { Agent, AgentChange, AgentCreate, Budget } from '@task-service/contract'

/** As typed; empty for no limit. Working time is in minutes. */
export type BudgetDraft = { minutes: string; calls: string; effects: string }

export type Draft = {
  name: string
  description: string
  queues: string[]
  concurrency: string
  maxAttempts: string
  readsExternal: boolean
  readsBeyondClaim: boolean
  writesOutward: boolean
  day: BudgetDraft
  run: BudgetDraft
}

const noBudget: BudgetDraft = { minutes: '', calls: '', effects: '' }

/** The defaults of the service. */
export const emptyDraft: Draft = {
  name: '',
  description: '',
  queues: ['default'],
  concurrency: '',
  maxAttempts: '3',
  readsExternal: true,
  readsBeyondClaim: false,
  writesOutward: true,
  day: noBudget,
  run: noBudget,
}

const write = (value: number | null): string => (value === null ? '' : String(value))

const writeBudget = ({ seconds, calls, effects }: Budget): BudgetDraft => ({
  minutes: seconds === null ? '' : String(Math.round((seconds / 60) * 100) / 100),
  calls: write(calls),
  effects: write(effects),
})

export function draftOf(agent: Agent): Draft {
  return {
    name: agent.name,
    description: agent.description,
    queues: agent.queues,
    concurrency: write(agent.concurrency),
    maxAttempts: String(agent.max_attempts),
    readsExternal: agent.reads_external,
    readsBeyondClaim: agent.reads_beyond_claim,
    writesOutward: agent.writes_outward,
    day: writeBudget(agent.day_budget),
    run: writeBudget(agent.run_budget),
  }
}

/** What may be typed into a field for a number. */
export const onlyDigits = (text: string): string => text.replaceAll(/\D/g, '')
export const onlyDecimal = (text: string): string => text.replaceAll(/[^\d.]/g, '')

function read(text: string): number | null {
  const value = Number.parseFloat(text)
  return Number.isFinite(value) ? value : null
}

function readBudget({ minutes, calls, effects }: BudgetDraft): Budget {
  const typed = read(minutes)
  return {
    seconds: typed === null ? null : Math.round(typed * 60),
    calls: read(calls),
    effects: read(effects),
  }
}

export function createOf(draft: Draft): AgentCreate {
  return { name: draft.name.trim(), ...settingsOf(draft) }
}

function settingsOf(draft: Draft) {
  return {
    description: draft.description.trim(),
    queues: draft.queues,
    concurrency: read(draft.concurrency),
    max_attempts: read(draft.maxAttempts) ?? 0,
    reads_external: draft.readsExternal,
    reads_beyond_claim: draft.readsBeyondClaim,
    writes_outward: draft.writesOutward,
    day_budget: readBudget(draft.day),
    run_budget: readBudget(draft.run),
  }
}

/** Only the differences, so that changes by others are kept. */
export function changeOf(draft: Draft, agent: Agent): AgentChange {
  const entries = Object.entries(settingsOf(draft)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(agent[name as keyof Agent]), // both have the settings
  )
  return Object.fromEntries(entries)
}
