// Shows what leaves the site: names, parameters and the rows that the customer's file lets out; nothing else.

import { join } from 'node:path'
import { proveInCloud } from '../../tests/harness/edge-world/prove-in-cloud.ts'
import type { Proof } from '../../tools/programs/proof.ts'

export const proof: Proof = {
  tier: 'change',
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
    'every packet between connector and service of a whole run of 1,000 rows on PostgreSQL and MariaDB, errors included: none of the tokenised values, masked names, database passwords or statements is in it, in any of 15 forms',
  hasControl: true,
  prove: (options) => proveInCloud(join(import.meta.dirname, 'wire-body.ts'), options),
}
