// The output of `.ci/run`: a line when a step ends, then tables of times and flaky tests with their history.
import { execFileSync } from 'node:child_process'
import { describeHistory, type RunRecord } from './history.ts'
import { type StepResult, totalSeconds } from './step.ts'
import type { FileTime } from './suite-results.ts'
import type { Tally } from './tally.ts'

const LAST_LINE_LENGTH = 120
/** Shorter test files are listed as one line. */
const LEAST_SECONDS = 2

const LABELS = { ok: 'ok', flaky: 'FLAKY', failed: 'FAILED', skipped: 'skip', missing: 'n/a' }

export function stepLine({ step, outcome, attempts }: StepResult): string {
  const last = attempts.at(-1)
  const seconds = last ? `${Math.round(last.seconds)}s` : '-'
  const detail = last?.lastLine.slice(0, LAST_LINE_LENGTH) ?? `needs: ${step.after.join(', ')}`
  return `${LABELS[outcome].padEnd(6)} ${seconds.padStart(6)}  ${step.name.padEnd(24)} ${detail}`
}

/** The failures first: a reader who sees only the beginning should know what failed. */
export function failureExcerpt(logFile: string): string {
  const excerpt = `{ grep -m 10 -A 12 '^✖ failing tests' "$1" || grep -m 20 -A 3 -E '✖|FAIL|FALLS SHORT|not met|Error\\b' "$1"; echo ...; tail -n 60 "$1"; } | cut -c 1-400 | sed 's/^/    | /'`
  return execFileSync('bash', ['-c', excerpt, 'excerpt', logFile], { encoding: 'utf8' })
}

export function timesTable(results: readonly StepResult[]): string {
  const rows = results
    .filter(({ attempts }) => attempts.length > 0)
    .toSorted((a, b) => totalSeconds(b) - totalSeconds(a))
    .map((result) => {
      const { step, attempts } = result
      const seconds = totalSeconds(result)
      const cpu = attempts.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
      const isOver = seconds > step.budgetSeconds
      return [
        step.name,
        seconds.toFixed(0),
        cpu.toFixed(0),
        String(step.budgetSeconds),
        isOver ? 'over budget' : '',
      ]
    })
  return alignColumns([['step', 'seconds', 'CPU s', 'budget', ''], ...rows])
}

export function filesTable(files: readonly FileTime[]): string {
  const sorted = files.toSorted((a, b) => b.seconds - a.seconds)
  const long = sorted.filter(({ seconds }) => seconds >= LEAST_SECONDS)
  const short = sorted.slice(long.length)
  const rest = short.reduce((sum, { seconds }) => sum + seconds, 0)
  const rows = long.map(({ file, seconds, tests }) => [file, seconds.toFixed(1), String(tests)])
  const tests = String(short.reduce((sum, file) => sum + file.tests, 0))
  const others = [`${short.length} files of less than ${LEAST_SECONDS} s`, rest.toFixed(1), tests]
  return alignColumns([['test file', 'seconds', 'tests'], ...rows, others])
}

export function flakeLines({ flakes, quarantined }: Tally, runs: readonly RunRecord[]): string[] {
  return [
    ...flakes.map(
      ({ name, message }) =>
        `FLAKE ${name}: failed, then passed alone: ${message} (${describeHistory(name, runs)})`,
    ),
    ...quarantined.map(
      ({ name, message, entry }) =>
        `QUARANTINED until ${entry.until} ${name}: ${message} (${entry.owner}: ${entry.reason})`,
    ),
  ]
}

/** The first column to the left, figures to the right. */
function alignColumns(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) =>
      row
        .map((text, column) =>
          column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
