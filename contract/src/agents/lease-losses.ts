// Why a run ends without its agent; a part of runs and of errors.

/**
 * Why a run ended that its agent did not end, and why its lease token is rejected. `ended`: the agent already ended the run.
 * `moved`: someone else changed the status of the task.
 */
export const LEASE_LOSSES = [
  'expired',
  'moved',
  'canceled',
  'deleted',
  'ended',
  'parked',
  'paused',
  'budget',
  'wrong_token',
] as const
export type LeaseLoss = (typeof LEASE_LOSSES)[number]
