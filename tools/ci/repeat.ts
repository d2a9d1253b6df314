// `.ci/run --repeat N`: repeats the run N times and counts each failure and flake.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readRuns } from './history.ts'

export function repeatRuns(count: number): void {
  const before = readRuns().length
  const script = join(import.meta.dirname, 'run.ts')
  for (let run = 1; run <= count; run++) {
    console.log(`\n── run ${run} of ${count}`)
    spawnSync(process.execPath, [script, '--skip-install'], { stdio: 'inherit' })
  }
  const runs = readRuns().slice(before)
  const seen = new Map<string, number>()
  for (const { failed, flakes } of runs) {
    for (const name of new Set([...failed, ...flakes.map((flake) => flake.name)])) {
      seen.set(name, (seen.get(name) ?? 0) + 1)
    }
  }
  const minutes = runs.map(({ seconds }) => (seconds / 60).toFixed(1))
  console.log(`\n${runs.length} runs of ${minutes.join(', ')} minutes`)
  for (const [name, times] of seen) console.log(`${times} × ${name}`)
  const green = runs.filter(({ failed, flakes }) => failed.length + flakes.length === 0).length
  console.log(`${green} passed, ${count - green} failed`)
  process.exitCode = green === count ? 0 : 1
}
