// Prints the declarations of all proofs and benchmarks as one line of JSON.
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { programsOf } from '../run-program.ts'
import type { Program } from './programs.ts'
import type { Proof } from './proof.ts'

const root = join(import.meta.dirname, '../..')
const folders = { prove: 'proofs', bench: 'bench' } as const

const programs: Program[] = []
for (const verb of ['prove', 'bench'] as const) {
  for (const [name, file] of programsOf(join(root, folders[verb]))) {
    const { proof } = (await import(pathToFileURL(file).href)) as { proof: Proof }
    programs.push({ verb, name, file, proof })
  }
}
writeSync(1, `${JSON.stringify(programs)}\n`)
process.exit()
