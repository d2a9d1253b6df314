// Names for prepared statements: a connection parses each text once. Bounded, because lists build many texts and every
// name takes memory in every connection.

const MAX_NAMES = 400
const names = new Map<string, string>()

/** Undefined once the limit is reached: the statement then runs unprepared. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= MAX_NAMES) return undefined
  const name = `s${names.size}`
  names.set(text, name)
  return name
}
