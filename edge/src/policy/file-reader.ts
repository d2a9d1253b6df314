// Reads a YAML or JSON file strictly: no duplicate or unknown fields, and every error with its line.
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'

/** Line 0 is the file as a whole. */
export type FileError = { line: number; at: string; message: string }

export class FileInvalid extends Error {
  override readonly name = 'FileInvalid'
  readonly errors: readonly FileError[]
  constructor(file: string, errors: readonly FileError[]) {
    const lines = errors.map(
      ({ line, at, message }) =>
        `  ${line > 0 ? `line ${line}: ` : ''}${at ? `${at}: ` : ''}${message}`,
    )
    super(`${file} is not valid:\n${lines.join('\n')}`)
    this.errors = errors
  }
}

type Reading = {
  errors: FileError[]
  lineOf(node: Node | undefined): number
  /** Resolves an alias. */
  resolve(node: unknown): Node | undefined
  /** Checked for unknown fields when everything has been read. */
  places: Place[]
}

/** `read` reads what it needs; all errors are thrown together. */
export function readFileStrictly<T>(file: string, source: string, read: (root: Place) => T): T {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, uniqueKeys: true, merge: false })
  const errors: FileError[] = document.errors.map((error) => ({
    line: error.linePos?.[0].line ?? 1,
    at: '',
    message: error.message.split('\n')[0] ?? 'invalid YAML',
  }))
  if (errors.length > 0) throw new FileInvalid(file, errors)
  const reading: Reading = {
    errors,
    lineOf: (node) => (node?.range ? lines.linePos(node.range[0]).line : 1),
    resolve(node) {
      if (node === null || node === undefined) return undefined
      const found = node as Node & { resolve?: (doc: unknown) => Node | undefined } // an alias has resolve, other nodes do not
      return typeof found.resolve === 'function' ? found.resolve(document) : found
    },
    places: [],
  }
  const value = read(new Place(reading, reading.resolve(document.contents), '', undefined))
  for (const place of reading.places) place.rejectUnknown()
  if (errors.length > 0)
    throw new FileInvalid(
      file,
      errors.toSorted((a, b) => a.line - b.line),
    )
  return value
}

type TextRules = { pattern?: RegExp; what?: string; max?: number }

/** One value in the file. Each method reads it as a type; errors are collected, and reading continues. */
export class Place {
  readonly at: string
  readonly #reading: Reading
  readonly #node: Node | undefined
  readonly #parent: Node | undefined
  readonly #known = new Set<string>()

  constructor(reading: Reading, node: Node | undefined, at: string, parent: Node | undefined) {
    this.#reading = reading
    this.#node = node
    this.at = at
    this.#parent = parent
    reading.places.push(this)
  }

  fail(message: string, node: Node | undefined = this.#node ?? this.#parent): void {
    const line = this.#reading.lineOf(node)
    this.#reading.errors.push({ line, at: this.at, message })
  }

  isAbsent(): boolean {
    return this.#node === undefined
  }

  isObject(): boolean {
    return isMap(this.#node)
  }

  /** Fields that are never read are reported as unknown. */
  field(name: string): Place {
    this.#known.add(name)
    const pair = isMap(this.#node)
      ? this.#node.items.find(({ key }) => keyOf(key) === name)
      : undefined
    return this.#child(name, pair?.value)
  }

  /** The entries of a mapping with user-defined names. */
  entries(names: RegExp, what: string): [string, Place][] {
    if (this.#node === undefined) return []
    if (!isMap(this.#node)) {
      this.fail(`must be a mapping of ${what}s`)
      return []
    }
    return this.#node.items.flatMap(({ key, value }): [string, Place][] => {
      const name = keyOf(key)
      this.#known.add(name)
      if (names.test(name)) return [[name, this.#child(name, value)]]
      this.fail(`'${name}' is not a valid ${what} name`)
      return []
    })
  }

  items(): Place[] {
    if (this.#node === undefined) return []
    if (isSeq(this.#node)) return this.#node.items.map((item, n) => this.#child(String(n), item))
    this.fail('must be a list')
    return []
  }

  text({ pattern, what = 'a string', max = 20_000 }: TextRules = {}): string | undefined {
    const found = this.#value()
    const isRight =
      typeof found === 'string' && found.length <= max && (pattern?.test(found) ?? true)
    if (isRight) return found
    this.fail(`must be ${what}`)
    return undefined
  }

  choice<const V extends readonly string[]>(values: V): V[number] | undefined {
    const found = this.#value()
    const chosen = values.find((one) => one === found)
    if (chosen === undefined) this.fail(`must be one of ${values.join(', ')}`)
    return chosen
  }

  integer(min: number, max: number): number | undefined {
    const found = this.#value()
    if (typeof found === 'number' && Number.isInteger(found) && found >= min && found <= max) {
      return found
    }
    this.fail(min === max ? `must be ${min}` : `must be a whole number from ${min} to ${max}`)
    return undefined
  }

  boolean(): boolean | undefined {
    const found = this.#value()
    if (typeof found === 'boolean') return found
    this.fail('must be true or false')
    return undefined
  }

  scalar(): string | number | boolean | null | undefined {
    const found = this.#value()
    if (found === null || ['string', 'number', 'boolean'].includes(typeof found)) {
      return found as string | number | boolean | null // the line above says so
    }
    this.fail('must be a string, a number, true, false or null')
    return undefined
  }

  rejectUnknown(): void {
    if (!isMap(this.#node)) return
    for (const { key } of this.#node.items) {
      const name = keyOf(key)
      if (!this.#known.has(name))
        this.fail(`unknown field '${name}'`, isScalar(key) ? key : undefined)
    }
  }

  #child(name: string, node: unknown): Place {
    const at = this.at === '' ? name : `${this.at}.${name}`
    return new Place(this.#reading, this.#reading.resolve(node), at, this.#node ?? this.#parent)
  }

  #value(): unknown {
    return isScalar(this.#node) ? this.#node.value : undefined
  }
}

const keyOf = (key: unknown): string => String(isScalar(key) ? key.value : key)
