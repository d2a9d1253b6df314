// Progress on standard error: a bar on a terminal, and otherwise a line now and then.
import { truncate } from './display-width.ts'
import { neutralizeLine } from './neutralize.ts'
import type { Output } from './output.ts'

export type ProgressFacts = { done: number; total?: number | null | undefined; text: string }

const BAR_COLUMNS = 24
const REDRAW_MS = 100
const LINE_MS = 5_000

export class Progress {
  readonly #output: Output
  readonly #isBar: boolean
  #shownMs = Number.NEGATIVE_INFINITY
  #shown = ''

  constructor(output: Output) {
    this.#output = output
    this.#isBar = output.stderr.isTTY === true && !output.isJson
  }

  show(facts: ProgressFacts, nowMs = performance.now()): void {
    if (nowMs - this.#shownMs < (this.#isBar ? REDRAW_MS : LINE_MS)) return
    this.#draw(facts, nowMs)
  }

  /** Draws the finished bar. In a pipe, the result of the command follows. */
  end(facts: ProgressFacts): void {
    if (!this.#isBar) return
    this.#draw(facts, performance.now())
    this.#output.stderr.write('\n')
  }

  /** Before something else is printed. */
  clear(): void {
    if (this.#isBar && this.#shown !== '') this.#output.stderr.write('\r\u001b[K')
    this.#shown = ''
    this.#shownMs = Number.NEGATIVE_INFINITY
  }

  #draw(facts: ProgressFacts, nowMs: number): void {
    this.#shownMs = nowMs
    const line = this.#isBar ? bar(facts) : neutralizeLine(facts.text)
    if (line === this.#shown) return
    this.#shown = line
    const { stderr } = this.#output
    if (!this.#isBar) stderr.write(`${line}\n`)
    else stderr.write(`\r${truncate(line, (stderr.columns ?? 80) - 1)}\u001b[K`)
  }
}

function bar({ done, total, text }: ProgressFacts): string {
  const line = neutralizeLine(text)
  if (typeof total !== 'number' || total <= 0) return line
  const share = Math.min(1, done / total)
  const filled = Math.round(share * BAR_COLUMNS)
  const drawn = '█'.repeat(filled) + '░'.repeat(BAR_COLUMNS - filled)
  return `${drawn} ${String(Math.floor(share * 100)).padStart(3)} %  ${line}`
}
