// Shows that a connector works where the only way out is a proxy that asks for a password.

import { join } from 'node:path'
import { proveInCloud } from '../../tests/harness/edge-world/prove-in-cloud.ts'
import type { Proof } from '../../tools/programs/proof.ts'

export const proof: Proof = {
  tier: 'release',
  tierReason: 'connector proxy settings rarely change and have their own tests',
  budgetSeconds: 240,
  cores: 0.5,
  requires: ['network namespaces'],
  report: 'edge-proxy',
  covers: ['edge/src/link', 'server/src/domains/edge', 'server/src/domains/edge-sessions'],
  claim:
    'through a CONNECT proxy with a password, to a server with a certificate of a private authority, with every other way closed: rows there and back on both engines, failures, revocation within 2 s; a strange certificate is refused',
  hasControl: true,
  prove: (options) => proveInCloud(join(import.meta.dirname, 'proxy-body.ts'), options),
}
