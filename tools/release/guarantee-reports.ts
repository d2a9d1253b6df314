// The pages in docs/guarantees: which commit each was measured at, and what has changed since in the code it speaks about.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedSince, currentCommit, hasUncommittedCode, isAncestor } from '../ci/git.ts'
import type { Coverage } from '../programs/covered-files.ts'
import type { Program } from '../programs/programs.ts'

const folder = join(import.meta.dirname, '../../docs/guarantees')

export type StaleReport = {
  readonly report: string
  readonly commit: string
  readonly reason: string
}

/** As every page states it: ``Measured at commit `1dbf0db`.`` */
const measuredAt = /^Measured at commit `([0-9a-f]{7,40})`/m

export function measuredCommitOf(page: string): string | undefined {
  return measuredAt.exec(page)?.[1]
}

/** Writes a page with the commit below its first commands, so that a reader knows which code the figures are of. */
export function writeGuarantee(report: string, page: string): void {
  const block = /```sh\n[\s\S]*?```\n/
  if (!block.test(page)) throw new Error(`${report} does not show its command`)
  const stamped = page.replace(block, (commands) => `${commands}\n${measuredLine()}\n`)
  writeFileSync(join(folder, `${report}.md`), stamped)
}

function measuredLine(): string {
  const day = new Date().toISOString().slice(0, 10)
  const changes = hasUncommittedCode() ? ', with uncommitted changes' : ''
  return `Measured at commit \`${currentCommit()}\` on ${day}${changes}.`
}

/** A page may state the figures of several programs. */
export function findStaleReports(programs: readonly Program[], coverage: Coverage): StaleReport[] {
  const reports = new Set(programs.flatMap(({ proof }) => proof.report ?? []))
  return [...reports].toSorted().flatMap((report): StaleReport[] => {
    const page = readFileSync(join(folder, `${report}.md`), 'utf8')
    const commit = measuredCommitOf(page)
    if (commit === undefined) return [{ report, commit: '-', reason: 'names no commit' }]
    if (!isAncestor(commit))
      return [{ report, commit, reason: 'its commit is not in this history' }]
    const speaking = programs.filter(({ proof }) => proof.report === report)
    const changed = changedSince(commit).filter((path) =>
      speaking.some((program) => coverage.covers(program, path)),
    )
    if (changed.length === 0) return []
    const others = changed.length > 1 ? ` and ${changed.length - 1} other files` : ''
    return [{ report, commit, reason: `${changed[0]}${others} changed since` }]
  })
}
