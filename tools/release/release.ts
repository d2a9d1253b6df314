// `npm run release -- --dry-run [--version 0.2.0]`: builds a release in dist/ and verifies it, offline. Also `prepare <version>`,
// `verify <folder>`, and `publish <folder>` for the release workflow. The guide: docs/development/releasing.md
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dryRun } from './dry-run.ts'
import { prepare } from './prepare.ts'
import { findPublishFault, publishPackages } from './publish-packages.ts'
import { readManifest } from './release-manifest.ts'
import { findReleaseFaults } from './verify-release.ts'

const root = join(import.meta.dirname, '../..')
const USAGE = `Usage: npm run release -- --dry-run [--version 0.2.0] [--out dist] [--no-tries] [--images auto|required|none]
       npm run release -- prepare <version>
       npm run release -- verify <folder>
       npm run release -- publish <folder>   (release workflow only)`
/** Documented in docs/development/releasing.md. */
const EXIT = { ok: 0, fault: 1, usage: 2, imagesMissing: 3 } as const

const log = (line: string): void => console.log(line)

function report(faults: readonly string[], done: string): number {
  for (const fault of faults) console.error(`FAIL ${fault}`)
  console.log(faults.length === 0 ? done : `${faults.length} faults`)
  return faults.length === 0 ? EXIT.ok : EXIT.fault
}

function reject(message: string): number {
  console.error(message)
  return EXIT.usage
}

async function runDry(values: ReturnType<typeof readArgs>['values']): Promise<number> {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string } // our own file
  const version = values.version ?? own.version
  const out = resolve(root, values.out)
  const { faults, artifacts, images } = await dryRun({
    version,
    out,
    tries: !values['no-tries'],
    images: values.images !== 'none',
    log,
  })
  const missing = images.filter(({ state }) => state === 'not_built')
  for (const image of missing) {
    console.log(`NOT BUILT ${image.name}: no container engine. Run tools/container-engine first.`)
  }
  const built = images.length - missing.length
  const code = report(
    faults,
    `release ${version}: ${artifacts.length} package files, ${built} of ${images.length} images, in ${out}; nothing was published`,
  )
  return code === EXIT.ok && missing.length > 0 && values.images === 'required'
    ? EXIT.imagesMissing
    : code
}

function runPublish(folder: string): number {
  const faults = findReleaseFaults(folder)
  if (faults.length > 0) return report(faults, '')
  const fault = findPublishFault(readManifest(folder).version)
  if (fault !== undefined) return reject(fault)
  publishPackages(folder, log)
  return EXIT.ok
}

function readArgs(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      'no-tries': { type: 'boolean', default: false },
      version: { type: 'string' },
      out: { type: 'string', default: 'dist' },
      images: { type: 'string', default: 'auto' },
    },
  })
}

async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args)
  const [command, operand, ...more] = positionals
  if (more.length > 0 || !['auto', 'required', 'none'].includes(values.images)) return reject(USAGE)
  if (command === undefined) {
    return values['dry-run'] ? runDry(values) : reject(`${findPublishFault('') ?? ''}\n${USAGE}`)
  }
  if (operand === undefined) return reject(USAGE)
  if (command === 'prepare') {
    for (const file of prepare(operand)) log(file)
    return EXIT.ok
  }
  if (command === 'verify') {
    return report(findReleaseFaults(operand), 'every file is as the manifest says')
  }
  return command === 'publish' ? runPublish(operand) : reject(USAGE)
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  process.exitCode = report([(error as Error).message], '') // of one of our steps
}
