// The state of an agent as shown: paused, or what it does now.
import type { Agent } from '@task-service/contract'
import { isExhausted } from './budget.ts'

export const DISPLAY_STATES = ['exhausted', 'working', 'parked', 'idle', 'paused'] as const
export type DisplayState = (typeof DISPLAY_STATES)[number]

type Asked = Pick<Agent, 'state' | 'working_runs' | 'parked_runs' | 'day_budget' | 'usage_today'>

export function displayStateOf(agent: Asked): DisplayState {
  if (agent.state === 'paused') return 'paused'
  if (isExhausted(agent)) return 'exhausted'
  if (agent.working_runs > 0) return 'working'
  return agent.parked_runs > 0 ? 'parked' : 'idle'
}
