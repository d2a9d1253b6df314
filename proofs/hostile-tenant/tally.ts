// What came back from an attack: responses by status; `0` is a connection that failed.

export type Tally = Map<number, number>

export function count(tally: Tally, status: number): void {
  tally.set(status, (tally.get(status) ?? 0) + 1)
}
