// The file of the site under attack: a few honest statements, some of which are easily turned into hard work.
import type { Laboratory } from '../../tests/harness/edge/laboratory.ts'

export const TIMEOUT_MS = 1_000
export const MAX_ROWS = 50
export const MAX_BYTES = 65_536

export function hostilePolicy({ engine, sql }: Laboratory): string {
  const caps = `max_rows: ${MAX_ROWS}, max_bytes: ${MAX_BYTES}, timeout: ${TIMEOUT_MS}ms`
  const statement = (name: string, fields: Record<string, string>) =>
    [
      `      ${name}:`,
      ...Object.entries(fields).map(([key, value]) => `        ${key}: ${value}`),
      ...caps.split(', ').map((cap) => `        ${cap}`),
    ].join('\n')
  const columns = '{id: plain, title: plain, iban: tokenise}'
  return `version: 1
databases:
  warehouse:
    engine: ${engine}
    url_env: WAREHOUSE_URL
    statements:
${statement('open_claims', {
  kind: 'read',
  sql: "select id, title, iban, note from claims where status = 'open' and id > :after order by id",
  params: '{after: {type: integer, default: 0}}',
  columns,
})}
${statement('by_title', {
  kind: 'read',
  sql: 'select id, title, iban from claims where title = :title',
  params: '{title: {type: text, max_length: 200}}',
  columns,
})}
${statement('endless', { kind: 'read', sql: JSON.stringify(sql.endless), columns: '{max: plain, n: plain}' })}
${statement('huge', { kind: 'read', sql: JSON.stringify(sql.huge), columns: '{big: plain}' })}
${statement('close_claim', {
  kind: 'write',
  sql: 'update claims set status = :status, note = :note, version = version + 1 where id = :id and version = :version',
  params:
    '{id: {type: integer}, version: {type: integer}, status: {type: text, choices: [closed, rejected]}, note: {type: text, max_length: 2000, put_values_back: true}}',
  fence: 'version',
})}
${statement('close_all', {
  kind: 'write',
  sql: 'update claims set status = :status where version >= :version',
  params: '{status: {type: text}, version: {type: integer}}',
  expect_rows: '1',
})}
limits: {concurrency: 4}
`
}
