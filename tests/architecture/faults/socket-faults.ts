// Violations of the rule for outgoing connections, each in a file of its own that must be reported.
import { type Faults, fault } from './planted-fault.ts'

const tasks = 'server/src/domains/tasks'
const says = /Send it through server\/src\/egress/

const openers: readonly (readonly [what: string, text: string])[] = [
  ['a call of fetch', "await fetch('https://a.example')"],
  ['fetch by another name', 'const ask = fetch'],
  ['fetch handed on', 'use(fetch)'],
  ['fetch in a shorthand property', 'export const tools = { fetch }'],
  ['fetch of the global object', "await globalThis.fetch('https://a.example')"],
  ['a web socket', "new WebSocket('wss://a.example')"],
  ['an event source', "new EventSource('https://a.example')"],
  ['request of node:http', "import { request } from 'node:http'"],
  [
    'an agent of node:https beside a harmless name',
    "import { createServer, Agent } from 'node:https'",
  ],
  ['get under another name', "import { get as read } from 'node:https'"],
  ['the whole of node:http', "import http from 'node:http'"],
  ['the namespace of node:http', "import * as http from 'http'"],
  ['connect of node:net', "import { connect } from 'node:net'"],
  ['a socket of node:net', "import { Socket } from 'net'"],
  ['connect of node:tls', "import { connect } from 'node:tls'"],
  ['connect of node:http2', "import { connect } from 'node:http2'"],
  ['a datagram', "import { createSocket } from 'node:dgram'"],
  ['a look-up of a name', "import { lookup } from 'node:dns/promises'"],
  ['a module loaded later', "await import('node:net')"],
  ['a module passed on', "export * from 'node:net'"],
  ['one name passed on', "export { connect } from 'node:net'"],
  ['require', "import { createRequire } from 'node:module'"],
  ['a module taken from the process', "process.getBuiltinModule('net')"],
]

export const socketFaults = {
  socket: [
    fault('PostgreSQL’s driver elsewhere', 'server/src/http/a.ts', "import pg from 'pg'", says),
    fault(
      'the exporter of traces elsewhere',
      'server/src/observe/a.ts',
      "import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'",
      says,
    ),
    fault('undici elsewhere', 'server/src/db/a.ts', "import { request } from 'undici'", says),
    fault(
      'a socket in the database folder',
      'server/src/db/a.ts',
      "import { connect } from 'node:net'",
      says,
    ),
    ...openers.map(([what, text]) => fault(what, `${tasks}/service/a.ts`, text, says)),
  ],
} satisfies Faults
