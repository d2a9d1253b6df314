// What the loader says about a wrong configuration: every mistake at once, and never a secret's value.

/** One thing to mend (or, as a warning, to know): the variable, what is wrong, what to do. */
export type Finding = { variable: string; problem: string; remedy: string }

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly mistakes: readonly Finding[]

  constructor(mistakes: readonly Finding[]) {
    const count = mistakes.length === 1 ? '1 mistake' : `${mistakes.length} mistakes`
    const lines = mistakes.map((mistake) => `  - ${formatFinding(mistake)}`)
    super(`The configuration has ${count}:\n${lines.join('\n')}`)
    this.mistakes = mistakes
  }
}

export function formatFinding({ variable, problem, remedy }: Finding): string {
  return `${variable} ${problem}. ${remedy}`
}
