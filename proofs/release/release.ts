// The next release, made in a clone of this repository: prepared, built, tried and verified without a network, and spoiled in every
// way that has to be noticed.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryRoot } from '../../tests/harness/temporary-root.ts'
import { atLeast, isTrue, none } from '../../tools/programs/criteria.ts'
import type { Proof, Verdict } from '../../tools/programs/proof.ts'
import { type ReleaseManifest, readManifest } from '../../tools/release/release-manifest.ts'
import { type Checkout, cloneRepository } from './checkout.ts'
import { lintWorkflows } from './lint-workflows.ts'
import { findUnnoticed } from './spoil-release.ts'

const VERSION = '0.2.0'
const PACKAGE_FILES = 6

export const proof: Proof = {
  tier: 'release',
  tierReason: 'builds every package twice and installs each of them, which takes minutes',
  budgetSeconds: 600,
  covers: ['tools/release', 'tools/packing', 'sdk', 'cli', 'kit', 'edge', 'sdk-python', '.github'],
  report: 'first-ten-minutes',
  claim:
    'the dry run of a release builds the same package files twice, installs each one without a network and uses it with a service, and describes it by an SBOM and a provenance statement; changed, missing and additional files, other versions, a missing section of the changelog and incomplete upgrade notes are rejected, and nothing is published outside of the release workflow',
  hasControl: true,
  async prove({ control, log }): Promise<Verdict> {
    const folder = mkdtempSync(join(temporaryRoot(), 'task-service-release-'))
    try {
      const checkout = cloneRepository(folder)
      const workflowFaults = control ? [] : lintWorkflows(log)
      checkout.run('prepare', VERSION)
      checkout.commit('chore(release): prepare')
      const run = checkout.run(
        '--dry-run',
        '--version',
        VERSION,
        ...(control ? ['--no-tries'] : []),
      )
      for (const line of run.printed.trim().split('\n')) log(`  ${line}`)
      if (run.code !== 0) return { figures: 'no release', criteria: [none('exit code', run.code)] }
      const manifest = readManifest(join(checkout.folder, 'dist'))
      // With the control, nothing is spoiled, so that nothing can be noticed.
      const spoiled = await findUnnoticed(checkout, VERSION, !control)
      for (const name of spoiled.unnoticed) log(`not noticed: ${name}`)
      return verdictOf(checkout, manifest, workflowFaults, spoiled)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function verdictOf(
  checkout: Checkout,
  { packages, images, schema }: ReleaseManifest,
  workflowFaults: readonly string[],
  { unnoticed, count }: { unnoticed: readonly string[]; count: number },
): Verdict {
  const built = images.filter(({ state }) => state === 'built').length
  const sums = readFileSync(join(checkout.folder, 'dist/SHA256SUMS'), 'utf8')
  const checked = execFileSync('sha256sum', ['--check', '--strict', '-'], {
    cwd: join(checkout.folder, 'dist'),
    input: sums,
    encoding: 'utf8',
  })
  const outside = checkout.run('publish', 'dist')
  return {
    figures: `${packages.length} package files, ${built} of ${images.length} images built, ${count} kinds of faults, schema ${schema.from} to ${schema.to}`,
    criteria: [
      atLeast('package files', packages.length, PACKAGE_FILES),
      isTrue('SHA256SUMS accepted by sha256sum', !checked.includes('FAILED')),
      none('faults of the workflows', workflowFaults.length),
      none('faults that were not noticed', unnoticed.length),
      isTrue('publishing rejected outside of the release workflow', outside.code === 2),
    ],
  }
}
