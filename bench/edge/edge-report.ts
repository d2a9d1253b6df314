// The page a full run of `edge` leaves in docs/guarantees.
import { cpus } from 'node:os'
import { writeGuarantee } from '../../tools/release/guarantee-reports.ts'

type Times = { p50: number; p99: number }
export type EdgeFigures = {
  rounds: number
  goalMs: number
  through: Times
  quiet: Times
  bare: Times
}

export function writeEdgeReport({ rounds, goalMs, through, quiet, bare }: EdgeFigures): void {
  const page = `# A read through a connector

How long a small read of a database behind a connector takes, beside the driver alone.

\`\`\`sh
npm run bench -- edge --full
\`\`\`

One row by its key, ${rounds.toLocaleString('en-US')} times, one after the other: asked for with \`POST /api/connectors/{id}/run\` at one process of the
API, handed to the connector by whichever of two it asks, run there in a read-only transaction, its result sent back, stored,
and answered to whoever asked. Beside it the same transaction over a connection of the driver. Everything is on one machine
and goes over loopback: what the line between site and service takes comes on top. While nothing happens for a tenant, its
processes look for news every 250 ms instead of every 10.

| | p50 | p99 |
| --- | --- | --- |
| through the connector | ${through.p50.toFixed(1)} ms (goal ≤ ${goalMs}) | ${through.p99.toFixed(1)} ms |
| the first after three quiet seconds | ${quiet.p50.toFixed(0)} ms | ${quiet.p99.toFixed(0)} ms |
| the driver alone | ${bare.p50.toFixed(2)} ms | ${bare.p99.toFixed(2)} ms |
| ratio | ${(through.p50 / bare.p50).toFixed(0)} | ${(through.p99 / bare.p99).toFixed(0)} |

${cpus().length} cores for everything: both databases, service, connector and caller. Node.js ${process.version}.
`
  writeGuarantee('bench-edge', page)
}
