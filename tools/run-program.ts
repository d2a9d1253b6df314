// Runs one named program of a folder (`npm run prove -- <name>`, `npm run bench -- <name>`) and prints its verdict.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { describeMisses, isPass, none, summarizeMisses } from './programs/criteria.ts'
import type { Proof, Verdict } from './programs/proof.ts'

/** The programs of a folder by name: each has a folder of its own, with a file of the same name in it. */
export function programsOf(folder: string): Map<string, string> {
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
  const programs = names.toSorted().map((name) => [name, join(folder, name, `${name}.ts`)] as const)
  return new Map(programs.filter(([, file]) => existsSync(file)))
}

export async function runProgram(folder: string, word: string): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      full: { type: 'boolean', default: false },
      control: { type: 'boolean', default: false },
      seed: { type: 'string' },
      runs: { type: 'string', default: '1' },
    },
  })
  const programs = programsOf(folder)
  const [name = ''] = positionals
  const program = programs.get(name)
  if (program === undefined) {
    console.error(`usage: npm run ${word} -- <name> [--full] [--control] [--seed N] [--runs N]`)
    console.error(`names: ${[...programs.keys()].toSorted().join(', ')}`)
    process.exit(2)
  }
  const { proof } = (await import(pathToFileURL(program).href)) as { proof: Proof }
  if (values.control && !proof.hasControl) {
    console.error(`${name} has no negative control (--control)`)
    process.exit(2)
  }
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1) {
    console.error(`--runs must be a whole number of at least 1, got "${values.runs}"`)
    process.exit(2)
  }
  const size = values.full ? 'full size' : 'CI size'
  console.log(`${name}: ${proof.claim}`)
  const missed: number[] = []
  // Each run has its own seed unless one is given.
  for (let run = 1; run <= runs; run++) {
    const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
    console.log(
      `seed ${seed}, ${size}${values.control ? ', negative control: defense disabled' : ''}`,
    )
    const verdict = await attempt(proof, { full: values.full, control: values.control, seed })
    for (const line of renderVerdict(name, verdict)) console.log(line)
    if (!isPass(verdict.criteria)) missed.push(seed)
  }
  if (runs > 1) console.log(describeRuns(name, runs, missed))
  process.exit(missed.length === 0 ? 0 : 1)
}

function describeRuns(name: string, runs: number, missed: readonly number[]): string {
  const seeds = missed.length > 0 ? ` (seeds ${missed.join(', ')})` : ''
  return `${name}: ${runs} runs, ${missed.length} fell short${seeds}`
}

/** One line per missed criterion, and a last line that summarizes them for readers who see only that one. */
export function renderVerdict(name: string, { figures, criteria }: Verdict): string[] {
  if (isPass(criteria)) return [`${name}: ${figures} PASS`]
  const misses = summarizeMisses(criteria)
  return [...describeMisses(criteria), `${name}: ${figures} FALLS SHORT (${misses})`]
}

async function attempt(
  proof: Proof,
  options: { full: boolean; control: boolean; seed: number },
): Promise<Verdict> {
  const started = performance.now()
  try {
    const verdict = await proof.prove({ ...options, log: (line) => console.log(line) })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    return { ...verdict, figures: `${verdict.figures}, ${seconds} s,` }
  } catch (error) {
    console.error(error)
    return { figures: 'ended with an error,', criteria: [none('errors that ended the run', 1)] }
  }
}
