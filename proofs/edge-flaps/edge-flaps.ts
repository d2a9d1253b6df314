// Verifies that a connector loses no result and repeats no write, whatever fails between it and the service.
import { join } from 'node:path'
import { proveInCloud } from '../../tests/harness/edge-world/prove-in-cloud.ts'
import type { Proof } from '../../tools/programs/proof.ts'

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'connections that flap take minutes; `edge-auth` runs on every change, and the tests of connectors cover each step',
  budgetSeconds: 180,
  cores: 0.5,
  requires: ['network namespaces'],
  report: 'edge-flaps',
  covers: [
    'edge/src',
    'server/src/domains/edge',
    'server/src/domains/edge-sessions',
    'server/src/domains/connectors',
  ],
  claim:
    '50 connection failures, 20 kills each of connector, API and worker, and a day offline, on PostgreSQL and MariaDB: no result is lost, no write is executed twice, the journal stays bounded, and expired jobs are reported',
  hasControl: true,
  prove: (options) =>
    proveInCloud(
      join(import.meta.dirname, '../../tests/harness/edge-world/flaps-body.ts'),
      options,
    ),
}
