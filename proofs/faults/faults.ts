// Verifies that no acknowledged write is lost when a resource of the machines runs out or misbehaves, and that the service
// recovers automatically.
import { join } from 'node:path'
import { proveInside } from '../../tests/harness/network/prove-inside.ts'
import type { Proof } from '../../tools/programs/proof.ts'

/** File systems, name servers and addresses of its own, which end with it. */
const INSIDE = [
  'unshare',
  '--mount',
  '--net',
  '--propagation',
  'private',
  'sh',
  '-c',
  'ip link set lo up && exec "$@"',
  'faults',
]

export const proof: Proof = {
  tier: 'release',
  tierReason: 'fills file systems, takes over the clock and waits for recovery, for two minutes',
  budgetSeconds: 240,
  exclusive: true,
  requires: ['network namespaces'],
  fullSizeForRelease: true,
  report: 'resilience',
  covers: ['server/src/db', 'server/src/http', 'server/src/jobs', 'server/src/domains/deliveries'],
  claim:
    'two API processes and a worker; the disk of the data or of the WAL is full, also while PostgreSQL writes a checkpoint, other clients take all connections of the server or of the role, the database is 500 ms away, DNS does not respond for receivers or for the database, the clock jumps by an hour in both directions, the kernel ends the worker for its memory: no acknowledged write is lost or doubled, clients get only 2xx and 503 with Retry-After, reads continue unless the database cannot be reached, every acknowledged task is delivered, and everything recovers within 30 s',
  hasControl: true,
  prove: (options) =>
    proveInside(INSIDE, join(import.meta.dirname, 'inside-namespace.ts'), [], options),
}
