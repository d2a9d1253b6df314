// Results of release checks on this machine, so that one that was interrupted continues where it stopped.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { currentCommit, isAncestor } from '../ci/git.ts'
import { cacheFolder } from '../ci/history.ts'
import type { Attempt, Step } from '../ci/step.ts'

export type ReleaseResult = {
  /** `prove delivery --full`: unique in a release check. */
  readonly name: string
  readonly commit: string
  readonly at: string
  readonly seconds: number
  /** The last line of the program, which has its figures. */
  readonly lastLine: string
  readonly seed: number | null
}

const file = () => join(cacheFolder(), 'release-check.jsonl')

/** Stores that a step has passed. */
export function appendResult({ name }: Step, attempt: Attempt): ReleaseResult {
  const [, seed] = /^seed (\d+)/m.exec(readFileSync(attempt.logFile, 'utf8')) ?? []
  const result: ReleaseResult = {
    name,
    commit: currentCommit(),
    at: new Date().toISOString(),
    seconds: Math.round(attempt.seconds),
    lastLine: attempt.lastLine,
    seed: seed === undefined ? null : Number(seed),
  }
  mkdirSync(dirname(file()), { recursive: true })
  appendFileSync(file(), `${JSON.stringify(result)}\n`)
  return result
}

/** The newest of each name whose commit is part of this history. */
export function readResults(): Map<string, ReleaseResult> {
  if (!existsSync(file())) return new Map()
  const lines = readFileSync(file(), 'utf8').split('\n').filter(Boolean)
  const results = lines.map((line) => JSON.parse(line) as ReleaseResult) // written above
  return new Map(
    results.filter(({ commit }) => isAncestor(commit)).map((result) => [result.name, result]),
  )
}
