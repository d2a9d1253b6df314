// Verifies the installation guide of the connector: both ways lead to one that works and restarts.
import { ensureEngine } from '../../tests/harness/containers/engine.ts'
import type { CheckResult } from '../../tests/harness/containers/overlays.ts'
import { ENGINES } from '../../tests/harness/edge-world/site.ts'
import { none } from '../../tools/programs/criteria.ts'
import type { Proof, Verdict } from '../../tools/programs/proof.ts'
import { installByContainer, lookAtImage } from './by-container.ts'
import { installByNpm } from './by-npm.ts'
import { startClaimsSite } from './claims-site.ts'
import { startServiceSide } from './service-side.ts'

const ways = [installByNpm, installByContainer]

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'packaging and the guide change rarely; `tests/edge` runs the same commands from the checkout',
  budgetSeconds: 240,
  requires: ['containers'],
  covers: ['edge', 'docs/guide/edge-connector.md', 'tools/pack-edge.ts'],
  claim:
    'the commands of the guide, for the package and the image, with PostgreSQL and MariaDB: the connector returns rows, contains no unnecessary files, has no unnecessary privileges, stops in time and restarts without its token',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    await ensureEngine()
    const all: CheckResult[] = []
    const note = (shown: CheckResult) => {
      options.log(shown.shown)
      for (const fault of shown.faults) options.log(`  ${fault}`)
      all.push(shown)
    }
    note(await lookAtImage())
    const service = await startServiceSide()
    try {
      // The control needs no second engine to show that a lost key is noticed.
      for (const engine of options.control ? ENGINES.slice(0, 1) : ENGINES) {
        for (const install of ways) {
          const site = await startClaimsSite(engine)
          try {
            note(await install({ service, site, isControl: options.control }))
          } finally {
            await site.stop()
          }
        }
      }
    } finally {
      await service.stop()
    }
    const faults = all.flatMap((one) => one.faults)
    const figures = [...all.map(({ shown }) => shown), `${faults.length} faults`]
    return { figures: figures.join('; '), criteria: [none('faults found', faults.length)] }
  },
}
