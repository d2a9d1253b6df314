// `fingerprint`: row counts and checksums of every table, in lines for `diff`; a restored database prints the same ones.
import { loadConfig } from '#config/load.ts'
import { takeFingerprint } from '#db/operate/take-fingerprint.ts'
import { type Output, table } from './output.ts'

export async function fingerprint(output: Output): Promise<undefined> {
  const { database } = loadConfig({ needs: ['database'] })
  const { tables, rows, digest } = await takeFingerprint({
    databaseUrl: database.url.reveal(),
    rolePrefix: database.rolePrefix,
  })
  const lines = [...tables, { table: 'all', rows, digest }]
  output.result(
    { tables, rows, digest },
    table(
      ['TABLE', 'ROWS', 'DIGEST'],
      lines.map((line) => [line.table, String(line.rows), line.digest]),
    ),
  )
}
