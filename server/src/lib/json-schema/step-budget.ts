// Bounds the time of a validation: schemas and values come from callers, and some of them would take forever.

export class TooComplex extends Error {}

/** About 20 ms, during which no other request is served; the largest values that the API accepts need a fraction of it with usual schemas. */
export const MAX_STEPS = 300_000

export type Spend = (steps?: number) => void

export function stepBudget(maxSteps: number = MAX_STEPS): Spend {
  let left = maxSteps
  return (steps = 1) => {
    left -= steps
    if (left < 0) throw new TooComplex()
  }
}
