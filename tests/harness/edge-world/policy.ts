// The file of the customer: what the connector may be asked for.
import type { Engine } from './site.ts'

export type PolicyOptions = {
  engine: Engine
  host: string
  port: number
  ledger?: boolean
  /** A write that does not ask which version of the row it was made for. */
  careless?: boolean
  /** Account numbers and names leave as they are. */
  open?: boolean
}

/** A word that stands in every statement and nowhere else. */
export const SQL_MARK = 'zebra_ladder'

export function writePolicy(options: PolicyOptions): string {
  const { engine, host, port, ledger } = options
  return `version: 1
databases:
  warehouse:
    engine: ${engine}
    host: ${host}
    port: ${port}
    name: warehouse
    user: edge
    password_env: WAREHOUSE_PASSWORD
${ledger ? '    ledger: task_edge_ledger\n' : ''}    statements:
${reads(options)}${writes(options)}limits: {queue_jobs: 500, queue_bytes: 16MiB}
`
}

function reads({ open }: PolicyOptions): string {
  const columns = 'id, version, title, name, iban, amount, status'
  const [name, iban] = open ? ['plain', 'plain'] : ['{mask: first1}', 'tokenise']
  const leave = `{id: plain, version: plain, title: plain, name: ${name}, iban: ${iban}, amount: plain, status: plain}`
  return `      open_claims:
        kind: read
        description: Claims that wait for a decision
        sql: >-
          select ${columns} from claims as ${SQL_MARK} where status = 'open' and id > :after order by id
        params: {after: {type: integer, default: 0}}
        columns: ${leave}
        max_rows: 200
        timeout: 10s
      get_claim:
        kind: read
        sql: select ${columns} from claims as ${SQL_MARK} where id = :key
        params: {key: {type: integer}}
        columns: ${leave}
        max_rows: 1
        timeout: 5s
`
}

function writes({ engine, careless }: PolicyOptions): string {
  const nap = engine === 'postgres' ? 'pg_sleep(1.5) is not null' : 'sleep(1.5) = 0'
  const fence = careless ? '' : ' and version = :version'
  return `      close_claim:
        kind: write
        sql: >-
          update claims /* ${SQL_MARK} */ set status = :status, note = :note, version = version + 1
          where id = :key${fence}
        params:
          key: {type: integer}
${careless ? '' : '          version: {type: integer}\n'}          status: {type: text, choices: [closed, rejected]}
          note: {type: text, max_length: 2000, put_values_back: true}
        expect_rows: 1
${careless ? '' : '        fence: version\n'}        timeout: 5s
      spoil_claim:
        kind: write
        description: Always refused by the database, in words that would tell
        sql: update claims /* ${SQL_MARK} */ set iban = :iban where id = :key
        params: {key: {type: integer}, iban: {type: text, max_length: 40, put_values_back: true}}
        expect_rows: 1
        timeout: 5s
      count_up:
        kind: write
        sql: update counters /* ${SQL_MARK} */ set n = n + 1 where id = :id
        params: {id: {type: integer}}
        expect_rows: 1
        timeout: 5s
      count_slowly:
        kind: write
        sql: update counters /* ${SQL_MARK} */ set n = n + 1 where id = :id and ${nap}
        params: {id: {type: integer}}
        expect_rows: 1
        timeout: 5s
`
}
