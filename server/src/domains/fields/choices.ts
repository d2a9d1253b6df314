// Pure rules of choices and keys: the ones that a request leaves out are made from names.
import { FIELD_KEY_MAX, type FieldChoice, type FieldChoiceInput } from '@task-service/contract'

/** `Größe (cm)` as `grosse_cm`; empty when no letter of it can be written. */
export function keyFrom(name: string): string {
  return slugOf(name, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, FIELD_KEY_MAX)
    .replace(/_+$/, '')
}

function slugOf(text: string, separator: '_' | '-'): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, separator)
    .replaceAll(/^[_-]+|[_-]+$/g, '')
}

/** Choices as they are stored. Those without a value get one from their label that no other choice has. */
export function completeChoices(inputs: readonly FieldChoiceInput[]): FieldChoice[] {
  const taken = new Set(inputs.flatMap(({ value }) => value ?? []))
  return inputs.map(({ label, value, archived = false }) => {
    const chosen = value ?? freeValue(label, taken)
    taken.add(chosen)
    return { value: chosen, label, archived }
  })
}

function freeValue(label: string, taken: ReadonlySet<string>): string {
  const base = slugOf(label, '-').slice(0, 40).replace(/-+$/, '') || 'choice'
  for (let number = 1; ; number++) {
    const value = number === 1 ? base : `${base}-${number}`
    if (!taken.has(value)) return value
  }
}

/** The place of the first choice whose value or label an earlier one has, and what it repeats. */
export function findRepeated(
  choices: readonly FieldChoice[],
): { place: number; name: 'value' | 'label'; text: string } | undefined {
  const seen = { value: new Set<string>(), label: new Set<string>() }
  for (const [place, choice] of choices.entries()) {
    for (const name of ['value', 'label'] as const) {
      const text = choice[name]
      if (seen[name].has(text)) return { place, name, text }
      seen[name].add(text)
    }
  }
  return undefined
}
