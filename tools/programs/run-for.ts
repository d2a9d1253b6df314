// `npm run prove -- --for <path…> [--list]`: runs the proofs that cover the given files, one after the other.
import { spawnSync } from 'node:child_process'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readCoverage } from './covered-files.ts'
import { type Program, readPrograms } from './programs.ts'

const root = join(import.meta.dirname, '../..')

export function runFor(args: readonly string[]): void {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      for: { type: 'string', multiple: true, default: [] },
      list: { type: 'boolean', default: false },
    },
  })
  const startDir = process.env['INIT_CWD'] ?? process.cwd()
  const paths = [...values.for, ...positionals].map((path) =>
    relative(root, resolve(startDir, path)),
  )
  const found = findProofs(paths)
  console.log(`${found.length} proofs cover ${paths.join(', ')}`)
  for (const { name, proof } of found) {
    console.log(`  ${name.padEnd(18)} ${proof.tier.padEnd(8)} up to ${proof.budgetSeconds} s`)
  }
  if (values.list) return
  const failed = found.filter(({ name }) => !run(name)).map(({ name }) => name)
  console.log(`${found.length - failed.length} passed, ${failed.length} failed`)
  if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

/** A folder includes everything in it. */
export function findProofs(paths: readonly string[]): Program[] {
  const coverage = readCoverage()
  return readPrograms()
    .filter(({ verb }) => verb === 'prove')
    .filter((program) => paths.some((path) => coverage.covers(program, path)))
}

function run(name: string): boolean {
  const args = [join(root, 'proofs/run.ts'), name]
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0
}
