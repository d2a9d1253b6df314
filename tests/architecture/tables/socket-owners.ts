// Who may open connections, and why.
import type { Rules } from '../rule-types.ts'

export const socketOwners: Rules['socketOwners'] = [
  {
    path: 'server/src/egress',
    builtins: true,
    packages: ['undici', 'nodemailer'],
    why: 'every address that others choose is checked here',
  },
  {
    path: 'server/src/db/liveness',
    builtins: true,
    packages: ['pg'],
    why: 'makes the sockets of the connections to PostgreSQL, to close one whose peer no longer answers',
  },
  {
    path: 'server/src/db',
    packages: ['pg'],
    why: 'the address of PostgreSQL comes from the operator alone',
  },
  {
    path: 'server/src/fleet/haproxy/runtime-socket.ts',
    builtins: true,
    packages: [],
    why: 'it asks the HAProxy that the operator named on the command line',
  },
  {
    path: 'server/src/commands/fleet/ask-ready.ts',
    builtins: true,
    packages: [],
    why: 'it asks the processes of cells, at the addresses that the operator wrote into the directory',
  },
  {
    path: 'edge/src/link',
    builtins: true,
    packages: ['undici'],
    why: 'the uplink of the connector, to the URL that its owner configured',
  },
  {
    path: 'edge/src/drivers',
    builtins: true,
    packages: ['pg', 'mysql2', 'mssql', 'oracledb'],
    why: 'the databases are those that the owner of the connector wrote down',
  },
  {
    path: 'server/src/commands/health.ts',
    builtins: true,
    packages: [],
    why: 'it asks its own machine, at the port that the operator chose',
  },
  {
    path: 'server/src/commands/doctor/patroni.ts',
    builtins: true,
    packages: [],
    why: 'it asks the database server, at the port where Patroni is',
  },
  {
    path: 'server/src/agent/child/probes.ts',
    builtins: true,
    packages: [],
    why: 'it tries what a plugin process must be denied, in one that is denied it',
  },
  {
    path: 'server/src/http/ui/plain',
    builtins: true,
    packages: [],
    why: 'it runs in the browser and asks where its page came from',
  },
  {
    path: 'server/src/observe/trace-export.ts',
    packages: ['@opentelemetry/exporter-trace-otlp-http'],
    why: 'the address of the collector comes from the operator alone',
  },
]
