// Verifies a connector in a network where only an authenticated proxy leads out.
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
    'through a CONNECT proxy with a password, to a server with a certificate of a private authority, with all other connections blocked: rows in both directions on both engines, error handling, revocation within 2 s; an untrusted certificate is rejected',
  hasControl: true,
  prove: (options) => proveInCloud(join(import.meta.dirname, 'proxy-body.ts'), options),
}
