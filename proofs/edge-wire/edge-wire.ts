// Verifies what a connector sends: names, parameters and the columns that the policy lists, and nothing else.
import { join } from 'node:path'
import { proveInCloud } from '../../tests/harness/edge-world/prove-in-cloud.ts'
import type { Proof } from '../../tools/programs/proof.ts'

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'two databases behind a connector take a minute and a half; the tests of connectors cover each step',
  budgetSeconds: 90,
  requires: ['network namespaces'],
  report: 'edge-wire',
  covers: [
    'edge/src',
    'server/src/domains/edge',
    'server/src/domains/edge-sessions',
    'server/src/domains/sync',
  ],
  claim:
    'every packet between connector and service while 1,000 rows are processed on PostgreSQL and MariaDB, including errors: it contains no tokenized value, masked name, database password or statement, in any of 15 encodings',
  hasControl: true,
  prove: (options) => proveInCloud(join(import.meta.dirname, 'wire-body.ts'), options),
}
