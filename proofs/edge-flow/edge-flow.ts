// Shows the whole way of work that comes out of a database: there and back, on PostgreSQL and MariaDB.

import { join } from 'node:path'
import { proveInCloud } from '../../tests/harness/edge-world/prove-in-cloud.ts'
import type { Proof } from '../../tools/programs/proof.ts'

export const proof: Proof = {
  tier: 'release',
  tierReason: '`edge-wire` exercises the same path on every change',
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
    '1,000 rows of a PostgreSQL and of a MariaDB behind a connector become tasks, are finished, written back and read back, each once; 50 rows that changed meanwhile are told with a diff and not overwritten',
  hasControl: true,
  prove: (options) =>
    proveInCloud(join(import.meta.dirname, '../../tests/harness/edge-world/flow-body.ts'), options),
}
