// The row that a task came from, before and now, column by column.

export type RowDiff = { name: string; before: string | null; now: string | null }

type Facts = { name: string; value: string }[]

const isFact = (value: unknown): value is Facts[number] =>
  typeof value === 'object' && value !== null && 'name' in value && 'value' in value

function factsOf(shown: unknown): Map<string, string> {
  const facts =
    typeof shown === 'object' && shown !== null && 'facts' in shown && Array.isArray(shown.facts)
      ? shown.facts.filter(isFact)
      : []
  return new Map(facts.map(({ name, value }) => [name, value]))
}

/** In the order of the columns; one that is new comes last. */
export function rowDiff(before: unknown, now: unknown): RowDiff[] {
  const [old, fresh] = [factsOf(before), factsOf(now)]
  return [...new Set([...old.keys(), ...fresh.keys()])].map((name) => ({
    name,
    before: old.get(name) ?? null,
    now: fresh.get(name) ?? null,
  }))
}

export const hasChanged = ({ before, now }: RowDiff): boolean => before !== now
