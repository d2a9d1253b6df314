// Runs one named program of a folder (`npm run prove -- <name>`, `npm run bench -- <name>`) and says how it ended.
import { readdirSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Proof, Verdict } from '../proofs/proof.ts'

/**
 * The programs of a folder by name. They stand in it or in a folder below that says what they are
 * about; `lib` holds what they share.
 */
export function programsOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith(`lib${sep}`))
    .filter((file) => !['run.ts', 'proof.ts'].includes(file))
  return new Map(files.toSorted().map((file) => [basename(file, '.ts'), join(folder, file)]))
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
    console.error(`${name} has no defence that could be switched off`)
    process.exit(2)
  }
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  const size = values.full ? 'full size' : 'CI size'
  console.log(`${name}: ${proof.claim}`)
  console.log(`seed ${seed}, ${size}${values.control ? ', control: defence off' : ''}`)
  const options = { full: values.full, control: values.control, seed }
  let pass = true
  // One run may be luck; several in a row are not.
  for (let run = 1; run <= Number(values.runs); run++) {
    const verdict = await attempt(proof, options)
    console.log(`${name}: ${verdict.figures} ${verdict.pass ? 'PASS' : 'FALLS SHORT'}`)
    pass &&= verdict.pass
  }
  process.exit(pass ? 0 : 1)
}

async function attempt(
  proof: Proof,
  options: { full: boolean; control: boolean; seed: number },
): Promise<Verdict> {
  const started = performance.now()
  try {
    const { pass, figures } = await proof.prove({ ...options, log: (line) => console.log(line) })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    return { pass, figures: `${figures}, ${seconds} s,` }
  } catch (error) {
    console.error(error)
    return { pass: false, figures: 'ended with an error,' }
  }
}
