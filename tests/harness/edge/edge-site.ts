// A real connector in this process, beside a laboratory and a real service, with a small policy.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connector, ConnectorWithToken, EdgeJobWithRows } from '@task-service/contract'
import type { Log } from '../../../edge/src/commands/log.ts'
import {
  type EdgeParts,
  type RunningEdge,
  startEdge,
} from '../../../edge/src/commands/start-edge.ts'
import { loadSettings } from '../../../edge/src/settings/load-settings.ts'
import { temporaryRoot } from '../temporary-root.ts'
import type { Laboratory } from './laboratory.ts'

export function laboratoryPolicy(
  lab: Pick<Laboratory, 'engine'>,
  options: { ledger?: boolean } = {},
): string {
  return `version: 1
databases:
  warehouse:
    engine: ${lab.engine}
    url_env: WAREHOUSE_URL
${options.ledger ? '    ledger: task_edge_ledger\n' : ''}    statements:
      open_claims:
        kind: read
        description: Claims that wait for a decision
        sql: select id, version, title, iban, email, note from claims where status = 'open' and id > :after order by id
        params: {after: {type: integer, default: 0}}
        columns: {id: plain, version: plain, title: plain, iban: tokenise, email: {mask: email}}
        max_rows: 50
        timeout: 5s
      wide:
        kind: read
        sql: select a.id as id, a.title as title, repeat('ü', 1000) as filler from claims a order by a.id
        columns: {id: plain, title: plain, filler: plain}
        max_rows: 1000
        max_bytes: 1MiB
      close_claim:
        kind: write
        sql: update claims set status = :status, note = :note, version = version + 1 where id = :id and version = :version
        params:
          id: {type: integer}
          version: {type: integer}
          status: {type: text, choices: [closed, rejected]}
          note: {type: text, max_length: 2000, put_values_back: true}
        expect_rows: 1
        fence: version
      bump:
        kind: write
        sql: update claims set version = version + 1 where id = :id
        params: {id: {type: integer}}
`
}

export type EdgeSite = {
  folder: string
  policyFile: string
  lines: string[]
  connectorId: string
  start(more?: Record<string, string>): Promise<RunningEdge>
  connector(): Promise<Connector>
  ask<T>(method: string, path: string, body?: unknown): Promise<T>
  /** Runs a statement as the console does. */
  run(body: Record<string, unknown>): Promise<EdgeJobWithRows>
  remove(): void
}

export async function openEdgeSite(
  service: { url: string; apiKey: string },
  lab: Laboratory,
  policy: string,
  parts: EdgeParts = {},
): Promise<EdgeSite> {
  const folder = mkdtempSync(join(temporaryRoot(), 'task-edge-site-'))
  const policyFile = join(folder, 'policy.yaml')
  writeFileSync(policyFile, policy)
  const lines: string[] = []
  const log: Log = { info: (line) => void lines.push(line), debug: (line) => void lines.push(line) }
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: {
        'x-api-key': service.apiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text) as T
  }
  const name = `site-${Math.random().toString(36).slice(2)}`
  const made = await ask<ConnectorWithToken>('POST', '/api/connectors', { name })
  const connector = () => ask<Connector>('GET', `/api/connectors/${made.id}`)
  return {
    folder,
    policyFile,
    lines,
    connectorId: made.id,
    ask,
    connector,
    async start(more = {}) {
      const settings = loadSettings({
        TASK_EDGE_URL: service.url,
        TASK_EDGE_TOKEN: made.enrolment_token ?? '',
        TASK_EDGE_POLICY: policyFile,
        TASK_EDGE_STATE: join(folder, 'state'),
        WAREHOUSE_URL: lab.writerUrl,
        ...more,
      })
      const edge = await startEdge(settings, log, parts)
      await waitFor('the connector to be there', async () => {
        const { state, statement_count: count } = await connector()
        return state === 'online' && count > 0
      })
      return edge
    },
    run: (body) =>
      ask('POST', `/api/connectors/${made.id}/run`, { database: 'warehouse', ...body }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export async function waitFor(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  ms = 15_000,
): Promise<void> {
  for (const deadline = Date.now() + ms; !(await isTrue()); await sleep(20)) {
    if (Date.now() > deadline) throw new Error(`waited too long for ${what}`)
  }
}
