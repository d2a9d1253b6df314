// Tables that fit the terminal: optional columns are left out first, then the flexible column is cut off.
import { displayWidth, padTo, truncate } from './display-width.ts'
import { neutralizeLine } from './neutralize.ts'
import type { Color, Paint } from './paint.ts'

export type Column<T> = {
  title: string
  value: (row: T) => string | number | null | undefined
  color?: (row: T) => Color | undefined
  /** Takes the space that is left. */
  isFlexible?: boolean
  /** Left out if there is not enough space. */
  isOptional?: boolean
}

const GAP = 2
const FLEXIBLE_MIN = 24

/** Widths are those of the first rows, so that a long list is printed page by page. */
export class Table<T> {
  readonly #columns: readonly Column<T>[]
  readonly #paint: Paint
  readonly #space: number | undefined
  #shown: readonly Column<T>[] = []
  #widths: number[] = []

  constructor(columns: readonly Column<T>[], paint: Paint, space: number | undefined) {
    this.#columns = columns
    this.#paint = paint
    this.#space = space
  }

  /** The first call returns the header, too. */
  print(rows: readonly T[]): string[] {
    const isFirst = this.#widths.length === 0
    if (isFirst) this.#measure(rows)
    const header = this.#shown.map(({ title }, at) =>
      this.#paint('dim', this.#fit(title, at, this.#shown.length)),
    )
    const lines = rows.map((row) => this.#line(row))
    return isFirst ? [header.join(' '.repeat(GAP)).trimEnd(), ...lines] : lines
  }

  #line(row: T): string {
    const cells = this.#shown.map((column, at) => {
      const text = this.#fit(cellOf(column, row), at, this.#shown.length)
      return this.#paint(column.color?.(row), text)
    })
    return cells.join(' '.repeat(GAP)).trimEnd()
  }

  #fit(text: string, at: number, count: number): string {
    const width = this.#widths[at] ?? 0
    const cut = this.#space === undefined ? text : truncate(text, width)
    return at === count - 1 ? cut : padTo(cut, width)
  }

  #measure(rows: readonly T[]): void {
    let shown = [...this.#columns]
    let widths = widthsOf(shown, rows)
    const space = this.#space
    if (space !== undefined) {
      while (tooWide(shown, widths, space)) {
        const at = shown.findLastIndex(({ isOptional }) => isOptional)
        if (at < 0) break
        shown = shown.toSpliced(at, 1)
        widths = widthsOf(shown, rows)
      }
      const flexible = shown.findIndex(({ isFlexible }) => isFlexible)
      const over = totalOf(widths) - space
      if (over > 0 && flexible >= 0) {
        widths[flexible] = Math.max(1, (widths[flexible] ?? 0) - over)
      }
    }
    this.#shown = shown
    this.#widths = widths
  }
}

function cellOf<T>({ value }: Column<T>, row: T): string {
  const cell = value(row)
  return cell === null || cell === undefined || cell === '' ? '–' : neutralizeLine(String(cell))
}

const widthsOf = <T>(columns: readonly Column<T>[], rows: readonly T[]): number[] =>
  columns.map((column) =>
    Math.max(displayWidth(column.title), ...rows.map((row) => displayWidth(cellOf(column, row)))),
  )

const totalOf = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width + GAP, -GAP)

/** Whether the flexible column would be cut off too short. */
function tooWide<T>(columns: readonly Column<T>[], widths: readonly number[], space: number) {
  const flexible = columns.findIndex(({ isFlexible }) => isFlexible)
  const width = widths[flexible] ?? 0
  return totalOf(widths) - Math.max(0, width - FLEXIBLE_MIN) > space
}

/** Names and values, one pair per line. */
export function printFields(
  fields: readonly (readonly [name: string, value: string | number | null | undefined])[],
  paint: Paint,
): string[] {
  const shown = fields.filter(([, value]) => value !== undefined && value !== null && value !== '')
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => {
    return `${paint('dim', name.padEnd(width))}  ${neutralizeLine(String(value))}`
  })
}
