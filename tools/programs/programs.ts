// Every proof and benchmark with its declaration.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { ProofFacts } from './proof.ts'

export type Program = {
  /** As npm names the command: `npm run prove`, `npm run bench`. */
  readonly verb: 'prove' | 'bench'
  readonly name: string
  readonly file: string
  readonly proof: ProofFacts
}

/** Read by a separate process: programs import harnesses, some of which print when their process ends. */
export function readPrograms(): Program[] {
  const script = join(import.meta.dirname, 'describe-programs.ts')
  const [line = ''] = execFileSync(process.execPath, [script], { encoding: 'utf8' }).split('\n')
  return JSON.parse(line) as Program[] // written by describe-programs.ts
}
