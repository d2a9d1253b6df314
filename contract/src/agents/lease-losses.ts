// Why a run ends without its agent; a part of runs and of errors.

/**
 * Why a run that the agent did not end itself has ended, and why its lease token is rejected. `ended`: the agent has ended it.
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
