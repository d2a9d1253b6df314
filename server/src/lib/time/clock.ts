// The time of requests and of new IDs. Only `task-service demo` sets it, to fill a tenant with a past week.

let setMs: number | null = null

export const clockMs = (): number => setMs ?? Date.now()

export const clockDate = (): Date => new Date(clockMs())

/** For what has the time of the database: leases keep it, but the log of a past week must not say today. */
export const clockOr = (real: Date): Date => (setMs === null ? real : new Date(setMs))

/** For the whole process; null continues with the real time. IDs only ascend, so the first time set must be the earliest. */
export function setClock(moment: Date | null): void {
  setMs = moment?.getTime() ?? null
}
