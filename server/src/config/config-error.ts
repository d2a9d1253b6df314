// The error of an invalid configuration: every problem at once, and never a secret's value.

/** One error or warning: the variable, the problem and the fix. */
export type Finding = { variable: string; problem: string; remedy: string }

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly errors: readonly Finding[]

  constructor(errors: readonly Finding[]) {
    const count = errors.length === 1 ? '1 error' : `${errors.length} errors`
    const lines = errors.map((error) => `  - ${formatFinding(error)}`)
    super(`The configuration has ${count}:\n${lines.join('\n')}`)
    this.errors = errors
  }
}

export function formatFinding({ variable, problem, remedy }: Finding): string {
  return `${variable} ${problem}. ${remedy}`
}
