// Verifies that a HubSpot account and its tasks stay in sync, whatever is changed or killed.
import { proveSync } from '../../tests/harness/sync-world/prove-sync.ts'
import type { Proof } from '../../tools/programs/proof.ts'

export const proof: Proof = {
  ...proveSync('hubspot'),
  tier: 'release',
  tierReason:
    'the same proof as `sync-github` for another vendor; conformance tests cover the requests to that vendor',
  budgetSeconds: 150,
  report: 'sync-hubspot',
  covers: [
    'integrations/hubspot',
    'server/src/domains/sync',
    'server/src/domains/integrations',
    'server/src/agent',
    'server/src/app/plugin-host.ts',
    'server/src/app/workers/sync-worker.ts',
  ],
}
