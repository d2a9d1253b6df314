// Known flaky tests and programs. Each entry has an owner and an expiry date.

export type Quarantined = {
  /** As the run prints it: `file › test`, or the name of a step. */
  readonly name: string
  readonly owner: string
  readonly reason: string
  /** After this day a failure counts again. */
  readonly until: `${number}-${number}-${number}`
}

export const quarantine: readonly Quarantined[] = []

export function findQuarantined(
  name: string,
  today: Date,
  entries: readonly Quarantined[] = quarantine,
): Quarantined | undefined {
  return entries.find(
    (entry) => entry.name === name && today.toISOString().slice(0, 10) <= entry.until,
  )
}
