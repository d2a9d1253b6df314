// Verifies that no acknowledged write is lost when the primary of a Patroni cluster fails, in every way.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { openLabNetwork } from '../../tests/harness/failover/lab-network.ts'
import { ensureHAProxy } from '../../tests/harness/network/haproxy.ts'
import { proveInside } from '../../tests/harness/network/prove-inside.ts'
import type { Proof } from '../../tools/programs/proof.ts'
import { ensurePackages } from './ensure-packages.ts'

const TOOLS = join(import.meta.dirname, '../../tools')

export const proof: Proof = {
  tier: 'release',
  tierReason: 'needs three database machines and minutes for every failover',
  budgetSeconds: 600,
  requires: ['network namespaces'],
  fullSizeForRelease: true,
  covers: ['deploy/high-availability', 'server/src/db', 'docs/guide/high-availability.md'],
  report: 'failover',
  claim:
    'three PostgreSQL under Patroni, strictly synchronous, as deploy/high-availability sets them up; 50 times the primary is killed, stopped, cut off or switched, or it loses its standbys or etcd: no acknowledged write is lost or doubled, clients get only 2xx and 503 with Retry-After, the outage is at most 45 s, and every acknowledged task is delivered to the webhook; asynchronous replication loses writes',
  hasControl: true,
  async prove(options) {
    // Before the namespaces, which have no network to install from.
    ensurePackages()
    ensureHAProxy()
    const install = join(TOOLS, 'install-patroni.sh')
    const patroniFolder = execFileSync(install, { encoding: 'utf8' }).trim()
    const network = openLabNetwork()
    try {
      const program = join(import.meta.dirname, 'inside-hub.ts')
      const args = [network.mark, patroniFolder]
      return await proveInside(network.inside('hub'), program, args, options)
    } finally {
      network.remove()
    }
  },
}
