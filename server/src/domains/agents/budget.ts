// Budgets as clients see them, and as columns of an agent.
import type { Agent, AgentChange, Budget } from '@task-service/contract'
import type { AgentRow } from './store/agents.ts'

type BudgetColumns = Pick<
  AgentRow,
  'run_seconds' | 'run_calls' | 'run_effects' | 'day_seconds' | 'day_calls' | 'day_effects'
>

export const noLimits: Budget = { seconds: null, calls: null, effects: null }

export function toBudgets(row: BudgetColumns): Pick<Agent, 'run_budget' | 'day_budget'> {
  return {
    run_budget: { seconds: row.run_seconds, calls: row.run_calls, effects: row.run_effects },
    day_budget: { seconds: row.day_seconds, calls: row.day_calls, effects: row.day_effects },
  }
}

/** Limits that are not mentioned stay as they are. */
export function changeBudgets(
  before: Pick<Agent, 'run_budget' | 'day_budget'>,
  change: Pick<AgentChange, 'run_budget' | 'day_budget'>,
): BudgetColumns {
  const run = { ...before.run_budget, ...change.run_budget }
  const day = { ...before.day_budget, ...change.day_budget }
  return {
    run_seconds: run.seconds,
    run_calls: run.calls,
    run_effects: run.effects,
    day_seconds: day.seconds,
    day_calls: day.calls,
    day_effects: day.effects,
  }
}
