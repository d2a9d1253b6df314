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
  const page = `# Latency of a read through a connector

Latency of a small read of a database behind a connector, compared with the driver alone.

\`\`\`sh
npm run bench -- edge --full
\`\`\`

One row is read by its key, ${rounds.toLocaleString('en-US')} times, one after the other. The read is requested with \`POST /api/connectors/{id}/run\` at
one API process. The connector polls either of two processes, gets the job, runs it in a read-only transaction and sends the
result, which is stored and returned to the caller. For comparison, the same transaction runs over a connection of the driver.
Everything runs on one machine over loopback; the network latency between site and service comes on top. While a tenant is idle,
its processes poll the database every 250 ms instead of every 10 ms.

| | p50 | p99 |
| --- | --- | --- |
| through the connector | ${through.p50.toFixed(1)} ms (goal ≤ ${goalMs}) | ${through.p99.toFixed(1)} ms |
| first read after three idle seconds | ${quiet.p50.toFixed(0)} ms | ${quiet.p99.toFixed(0)} ms |
| the driver alone | ${bare.p50.toFixed(2)} ms | ${bare.p99.toFixed(2)} ms |
| ratio | ${(through.p50 / bare.p50).toFixed(0)} | ${(through.p99 / bare.p99).toFixed(0)} |

${cpus().length} cores for everything: both databases, the service, the connector and the caller. Node.js ${process.version}.
`
  writeGuarantee('bench-edge', page)
}
