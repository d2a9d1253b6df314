// What an attack is, and what it is given: the service and what the tenant has prepared in it.
import type { Tally } from './tally.ts'

/** One of the agent's queues, in which there is never a task. */
export const EMPTY_QUEUE = 'empty'

export type Target = {
  url: string
  host: string
  key: string
  /** Accepts connections and never responds. */
  tarpitUrl: string
  /** A text that is in many tasks. */
  commonWord: string
  /** An integration of the tenant: without one, no message is read. */
  integrationId: string
  /** Ids of tasks with a large document. */
  largeTasks: readonly string[]
  /** An agent of the tenant, and a run that it holds. */
  agent: string
  heldRun: string
  /** Receivers of webhooks, one that responds with an error and one that never responds. */
  failingReceivers: readonly string[]
}

/** Continues until the signal fires. */
export type Attack = (target: Target, signal: AbortSignal, tally: Tally) => Promise<void>
