// What each pattern of a schema accepts, in words: error messages show these and never the expression.

export type PatternText = {
  /** Follows the name of the field, as in `must be a task ID (tsk_…)`. */
  text: string
  /** Whether a message may show the rejected value. Not for secrets. */
  echo?: true
  /** Replaces `text` for values that it does not describe. */
  explain?: (value: string) => string | undefined
  /** Values that an error lists as accepted, where they are few. */
  allowed?: readonly string[]
  /** A close value that would be accepted. */
  suggest?: (value: string) => string | undefined
}

const texts = new Map<string, PatternText>()
const parts = ['text', 'echo', 'explain', 'allowed', 'suggest'] as const

/**
 * The pattern itself, with its text on record.
 *
 * @example
 * Type.String({ pattern: worded('^[0-9a-f]{64}$', 'must be a SHA-256 digest in lowercase hex') })
 */
export function worded(
  pattern: string,
  text: string,
  more: Omit<PatternText, 'text'> = {},
): string {
  const added: PatternText = { text, ...more }
  const known = texts.get(pattern) ?? added
  // Otherwise the order of imports would decide whether a message shows the rejected value.
  if (parts.some((part) => known[part] !== added[part])) {
    throw new Error(`two texts for the pattern ${pattern}`)
  }
  texts.set(pattern, added)
  return pattern
}

export function patternText(pattern: string): PatternText | undefined {
  return texts.get(pattern)
}
