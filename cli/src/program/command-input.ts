// The arguments and options of a command, with their types.
import { CommandError } from './command-error.ts'

export class CommandInput {
  readonly args: readonly string[]
  readonly #options: Readonly<Record<string, unknown>>

  constructor(args: readonly string[], options: Readonly<Record<string, unknown>>) {
    this.args = args
    this.#options = options
  }

  arg(at: number): string {
    return this.args[at] ?? ''
  }

  has(name: string): boolean {
    return this.#options[name] !== undefined
  }

  flag(name: string): boolean {
    return this.#options[name] === true
  }

  text(name: string): string | undefined {
    const value = this.#options[name]
    return typeof value === 'string' ? value : undefined
  }

  count(name: string): number | undefined {
    const value = this.#options[name]
    return typeof value === 'number' ? value : undefined
  }

  texts(name: string): string[] | undefined {
    const value = this.#options[name]
    return Array.isArray(value) ? value.map(String) : undefined
  }

  /** Of `name=value`, repeated. */
  pairs(name: string, flag: string): [name: string, value: string][] {
    return (this.texts(name) ?? []).map((pair) => {
      const at = pair.indexOf('=')
      if (at > 0) return [pair.slice(0, at).trim(), pair.slice(at + 1)]
      throw new CommandError('usage', `${flag} must be name=value, got "${pair}".`)
    })
  }

  /** JSON, or undefined if the option is not set. */
  json(name: string, flag: string): unknown {
    const text = this.text(name)
    return text === undefined ? undefined : parseJson(text, flag)
  }
}

export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CommandError('usage', `${where} is not valid JSON: ${(error as Error).message}`) // JSON.parse throws a SyntaxError
  }
}
