// Finds the variable that was probably meant, for "Did you mean …?".

/** The nearest known name, or undefined when none is similar enough. */
export function suggestName(name: string, known: readonly string[]): string | undefined {
  // With more than a third of the letters wrong, a suggestion would mislead.
  let nearest: string | undefined
  let shortest = Math.floor(significantLength(name) / 3) + 1
  for (const candidate of known) {
    const distance = editDistance(name.toUpperCase(), candidate)
    if (distance < shortest) {
      nearest = candidate
      shortest = distance
    }
  }
  return nearest
}

// The prefix is right by definition and must not make every name look similar.
function significantLength(name: string): number {
  return name.replace(/^SERVICE_ACP_/i, '').length
}

/** Insertions, deletions, replacements and swaps of neighboring letters, each counted once. */
function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const cost = from[row - 1] === to[column - 1] ? 0 : 1
      const swapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1]
      current[column] = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + cost,
        swapped ? at(beforePrevious, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforePrevious = previous
    previous = current
  }
  return at(previous, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
