// Verifies the whole flow of a database source, from rows to tasks and back, on PostgreSQL and MariaDB.
import { join } from 'node:path'
import { proveInCloud } from '../../tests/harness/edge-world/prove-in-cloud.ts'
import type { Proof } from '../../tools/programs/proof.ts'

export const proof: Proof = {
  tier: 'release',
  tierReason: 'a whole flow takes minutes; the tests of connectors cover each step on every change',
  budgetSeconds: 180,
  requires: ['network namespaces'],
  report: 'edge-flow',
  covers: [
    'edge/src',
    'server/src/domains/edge',
    'server/src/domains/edge-sessions',
    'server/src/domains/sync',
  ],
  claim:
    '1,000 rows of PostgreSQL and of MariaDB behind a connector become tasks, are completed, written back and read back, each once; for 50 rows that changed in the meantime a conflict with a diff is reported, and they are not overwritten',
  hasControl: true,
  prove: (options) =>
    proveInCloud(join(import.meta.dirname, '../../tests/harness/edge-world/flow-body.ts'), options),
}
