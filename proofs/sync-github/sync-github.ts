// Verifies that a GitHub repository and its tasks stay in sync, whatever is changed or killed.
import { proveSync } from '../../tests/harness/sync-world/prove-sync.ts'
import type { Proof } from '../../tools/programs/proof.ts'

export const proof: Proof = {
  ...proveSync('github'),
  tier: 'release',
  tierReason: 'a whole sync takes two minutes; the tests of the engine run on every change',
  budgetSeconds: 150,
  cores: 0.5,
  report: 'sync-github',
  covers: [
    'integrations/github',
    'server/src/domains/sync',
    'server/src/domains/integrations',
    'server/src/agent',
    'server/src/app/plugin-host.ts',
    'server/src/app/workers/sync-worker.ts',
  ],
}
