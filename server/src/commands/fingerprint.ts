// `fingerprint`: row counts and checksums of every table, in lines for `diff`; a restored database prints the same ones.
import { loadConfig } from '#config/load.ts'
import { takeFingerprint } from '#db/operate/take-fingerprint.ts'
import { withCommandSession } from './command-session.ts'
import { type Output, table } from './output.ts'

export async function fingerprint(
  output: Output,
  options: Record<string, unknown>,
): Promise<undefined> {
  const { database } = loadConfig({ needs: ['database'] })
  const { tenant } = options
  const { tables, rows, digest } = await takeFingerprint({
    databaseUrl: database.url.reveal(),
    rolePrefix: database.rolePrefix,
    ...(typeof tenant === 'string' && { tenantId: await findTenantId(tenant) }),
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

function findTenantId(slug: string): Promise<string> {
  return withCommandSession(async (session) => (await session.getTenant(slug)).id)
}
