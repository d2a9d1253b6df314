// Replaces `:name` in SQL by the placeholder of the engine; quotes and comments are not changed.
import type { BoundText, Engine } from './policy.ts'

export class UnreadableSql extends Error {
  override readonly name = 'UnreadableSql'
}

/** PostgreSQL, SQL Server and Oracle have numbered or named placeholders; those of MySQL are positional. */
const placeholder: Readonly<Record<Engine, (at: number) => string>> = {
  postgres: (at) => `$${at}`,
  mysql: () => '?',
  sqlserver: (at) => `@p${at}`,
  oracle: (at) => `:${at}`,
}

export function bindText(sql: string, engine: Engine): BoundText {
  const order: string[] = []
  let text = ''
  for (let at = 0; at < sql.length; ) {
    const skipped = skipQuoted(sql, at, engine)
    if (skipped > at) {
      text += sql.slice(at, skipped)
      at = skipped
      continue
    }
    const name = nameAt(sql, at)
    if (name === undefined) {
      // A native placeholder would have no type and shift the others.
      if (sql[at] === '?' && engine === 'mysql') throw new UnreadableSql('write :name instead of ?')
      if (engine === 'postgres' && /^\$\d/.test(sql.slice(at, at + 2))) {
        throw new UnreadableSql('write :name instead of $1')
      }
      text += sql[at]
      at += 1
      continue
    }
    text += placeholder[engine](number(order, name, engine))
    at += name.length + 1
  }
  return { text, order }
}

function number(order: string[], name: string, engine: Engine): number {
  const known = engine === 'mysql' ? -1 : order.indexOf(name)
  return known >= 0 ? known + 1 : order.push(name)
}

/** `::` is a cast and `:=` an assignment. */
function nameAt(sql: string, at: number): string | undefined {
  if (sql[at] !== ':' || sql[at - 1] === ':') return undefined
  return /^:([A-Za-z_][A-Za-z0-9_]{0,63})/.exec(sql.slice(at, at + 65))?.[1]
}

/** The end of the quote or comment that starts at `at`; otherwise `at`. */
function skipQuoted(sql: string, at: number, engine: Engine): number {
  const rest = sql.slice(at, at + 2)
  const escapes =
    engine === 'mysql' || (engine === 'postgres' && /(^|\W)[eE]$/.test(sql.slice(0, at)))
  if (rest[0] === "'") return closing(sql, at, "'", escapes)
  if (rest[0] === '"') return closing(sql, at, '"', engine === 'mysql')
  if (rest[0] === '`' && engine === 'mysql') return closing(sql, at, '`', false)
  if (rest[0] === '[' && engine === 'sqlserver') return closing(sql, at, ']', false)
  if (rest === '--' || (rest[0] === '#' && engine === 'mysql')) return endOfLine(sql, at)
  if (rest === '/*') return endOfComment(sql, at, engine === 'postgres')
  if (rest[0] === '$' && engine === 'postgres') return endOfDollarQuote(sql, at)
  return at
}

function closing(sql: string, start: number, quote: string, escapes: boolean): number {
  for (let at = start + 1; at < sql.length; at += 1) {
    if (escapes && sql[at] === '\\') at += 1
    else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return at + 1
      at += 1
    }
  }
  throw new UnreadableSql(`unclosed ${quote}`)
}

function endOfLine(sql: string, at: number): number {
  const end = sql.indexOf('\n', at)
  return end < 0 ? sql.length : end
}

function endOfComment(sql: string, start: number, nests: boolean): number {
  let depth = 1
  for (let at = start + 2; at < sql.length; at += 1) {
    const pair = sql.slice(at, at + 2)
    if (pair === '*/') {
      depth -= 1
      if (depth === 0) return at + 2
      at += 1
    } else if (nests && pair === '/*') {
      depth += 1
      at += 1
    }
  }
  throw new UnreadableSql('unclosed comment')
}

function endOfDollarQuote(sql: string, at: number): number {
  const tag = /^\$([A-Za-z_][A-Za-z0-9_]*)?\$/.exec(sql.slice(at, at + 66))?.[0]
  if (tag === undefined) return at
  const end = sql.indexOf(tag, at + tag.length)
  if (end < 0) throw new UnreadableSql(`unclosed ${tag}`)
  return end + tag.length
}

/** The SQL without quotes and comments, for keyword checks. */
export function bareText(sql: string, engine: Engine): string {
  let text = ''
  for (let at = 0; at < sql.length; ) {
    const skipped = skipQuoted(sql, at, engine)
    text += skipped > at ? ' ' : sql[at]
    at = Math.max(skipped, at + 1)
  }
  return text
}
