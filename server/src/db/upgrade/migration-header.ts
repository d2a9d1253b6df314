// What a migration declares about itself in its opening comment: the programs it works with, its locks, and how it runs.

export type MigrationHeader = {
  /** The oldest level whose programs serve on this schema: the number of the newest migration that they know. */
  worksWith: number
  /** False for a file that cannot run in a transaction, such as CREATE INDEX CONCURRENTLY. */
  inTransaction: boolean
  /** Such as `ACCESS EXCLUSIVE on tasks`: the locks on existing tables that make requests wait. */
  locks: readonly string[]
  /** Existing tables that are rewritten while they are locked. */
  rewrites: readonly string[]
  /** Existing tables that are read completely while they are locked. */
  scans: readonly string[]
  /** Rules of the linter that the file breaks, with the reason. */
  allowed: ReadonlyMap<string, string>
  /** False for the files that are older than these lines. */
  isDeclared: boolean
  problems: readonly string[]
}

const LEVEL = /^\d{4}$/
const LINE = /^-- ([A-Z][a-z]+(?: with)?): (.+)$/

/** The newest file without these lines; published files never change. */
export const LAST_UNDECLARED = 37

/**
 * A file without `Works with` works with its own program only: compatibility that was not stated must not be assumed: a program would
 * start on a schema that it cannot use.
 */
export function readHeader(text: string, version: number): MigrationHeader {
  const lines = openingComment(text)
  const all = (name: string) =>
    lines.flatMap((line) => {
      const [, key, value] = LINE.exec(line) ?? []
      return key === name && value !== undefined ? [value.trim()] : []
    })
  const list = (name: string) =>
    all(name)
      .flatMap((value) => value.split(','))
      .map((value) => value.trim())
      .filter((value) => value !== 'nothing')
  const problems: string[] = []
  const [level, ...moreLevels] = all('Works with')
  const worksWith = readLevel(level, version)
  if (level !== undefined && worksWith === undefined) {
    problems.push(`“Works with: ${level}” is not a level from 0001 to ${formatLevel(version)}`)
  }
  const [transaction] = all('Transaction')
  if (transaction !== undefined && transaction !== 'none') {
    problems.push(`“Transaction: ${transaction}” is unknown; only “none” is`)
  }
  if (moreLevels.length > 0) problems.push('“Works with” appears twice')
  return {
    worksWith: worksWith ?? version,
    inTransaction: transaction !== 'none',
    locks: list('Takes'),
    rewrites: list('Rewrites'),
    scans: list('Scans'),
    allowed: new Map(all('Allows').map(splitReason)),
    isDeclared: level !== undefined,
    problems,
  }
}

export function formatLevel(level: number): string {
  return String(level).padStart(4, '0')
}

/** The comment may have empty lines, but ends with the first statement. */
function openingComment(text: string): string[] {
  const lines = text.split('\n')
  const end = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('--'))
  return end === -1 ? lines : lines.slice(0, end)
}

function readLevel(level: string | undefined, version: number): number | undefined {
  if (level === undefined || !LEVEL.test(level)) return undefined
  const number = Number(level)
  return number >= 1 && number <= version ? number : undefined
}

function splitReason(value: string): [string, string] {
  const at = value.indexOf(':')
  return at === -1 ? [value, ''] : [value.slice(0, at).trim(), value.slice(at + 1).trim()]
}
