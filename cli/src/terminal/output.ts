// What the program prints: results on standard output, messages on standard error. With --json, standard output has JSON only.
import { once } from 'node:events'
import { neutralize, printJson } from './neutralize.ts'
import { type Paint, withColors, withoutColors } from './paint.ts'

/** What the program uses of a stream. */
export type Terminal = NodeJS.WritableStream & { isTTY?: boolean; columns?: number; rows?: number }

export type OutputOptions = {
  json: boolean
  color: boolean
  stdout?: Terminal
  stderr?: Terminal
}

export class Output {
  readonly isJson: boolean
  readonly stdout: Terminal
  readonly stderr: Terminal
  readonly paint: Paint
  /** For standard error, which can be a terminal when standard output is not. */
  readonly paintNote: Paint

  constructor({ json, color, stdout = process.stdout, stderr = process.stderr }: OutputOptions) {
    this.isJson = json
    this.stdout = stdout
    this.stderr = stderr
    this.paint = color && stdout.isTTY ? withColors : withoutColors
    this.paintNote = color && stderr.isTTY ? withColors : withoutColors
  }

  /** Standard output is a terminal that a person looks at. */
  get isInteractive(): boolean {
    return this.stdout.isTTY === true && !this.isJson
  }

  /** Columns to fit into; undefined in a pipe or a file, where nothing is cut off. */
  get columns(): number | undefined {
    return this.stdout.isTTY === true ? Math.max(20, this.stdout.columns ?? 80) : undefined
  }

  /** Waits while the reader is slower, so that memory does not grow. */
  async write(content: string | Uint8Array): Promise<void> {
    if (!this.stdout.write(content)) await once(this.stdout, 'drain')
  }

  /** The text is for people and must be neutralized already. */
  async lines(...lines: readonly string[]): Promise<void> {
    if (!this.isJson && lines.length > 0) await this.write(`${lines.join('\n')}\n`)
  }

  /** One document, or the lines for people. */
  async result(value: unknown, ...lines: readonly string[]): Promise<void> {
    if (this.isJson) await this.write(`${printJson(value, 2)}\n`)
    else await this.lines(...lines)
  }

  /** One line of a stream. */
  async row(value: unknown, line: string): Promise<void> {
    await this.write(`${this.isJson ? printJson(value) : line}\n`)
  }

  note(text: string): void {
    this.stderr.write(`${neutralize(text)}\n`)
  }
}
