// The orders that a list of tasks can have.
import { type Static, Type } from 'typebox'
import { FIELD_SORT_PATTERN } from '../fields/field-filters.ts'
import { worded } from '../patterns.ts'

export const TASK_SORTS = ['created_at', 'updated_at', 'priority', 'due_at'] as const

const sorts = [...TASK_SORTS, ...TASK_SORTS.map((sort) => `-${sort}` as const)] as const

/** A close value that is accepted, for a misspelled one: the same letters in another order or form, or its beginning. */
function closestSort(value: string): string | undefined {
  const sign = value.startsWith('-') ? '-' : ''
  const bare = lettersOf(value)
  const known = TASK_SORTS.find((sort) => {
    const letters = lettersOf(sort)
    return (
      sortedLetters(letters) === sortedLetters(bare) ||
      (bare.length > 2 && letters.startsWith(bare))
    )
  })
  return known && `${sign}${known}`
}

/** Only of ASCII letters. */
function sortedLetters(letters: string): string {
  return letters.split('').toSorted().join('')
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, '')
}

const pattern = worded(
  `^-?(${TASK_SORTS.join('|')}|${FIELD_SORT_PATTERN})$`,
  `must be one of ${sorts.join(', ')}, or a custom field such as field:severity`,
  { echo: true, allowed: sorts, suggest: closestSort },
)

export const TaskSort = Type.Unsafe<(typeof sorts)[number] | `${'' | '-'}field:${string}`>({
  type: 'string',
  pattern,
  maxLength: 60,
  description:
    'Prefix `-` for descending. Ascending priority starts with urgent; tasks without a due date sort as due last. `field:` and a key sort by a custom field, choices in their order; tasks without a value come last in both directions.',
  examples: ['-due_at', 'field:severity'],
})
export type TaskSort = Static<typeof TaskSort>
