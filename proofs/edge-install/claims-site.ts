// A database with the table of the example policy, and an administrator who runs the SQL of print-role in it.
import { loopback } from '../../tests/harness/edge-world/networks.ts'
import { type Engine, PASSWORD, startSite } from '../../tests/harness/edge-world/site.ts'

export const CLAIMS = 25

export type ClaimsSite = {
  engine: Engine
  /** Of the role that print-role makes. */
  loginUrl: string
  makeRole: (sql: string) => Promise<void>
  stop: () => Promise<void>
}

export async function startClaimsSite(engine: Engine): Promise<ClaimsSite> {
  const site = await startSite(loopback, engine)
  await site.seed(1, CLAIMS)
  await site.query('alter table claims add phone varchar(40)')
  await site.query(`update claims set phone = '+49 30 1234567'`)
  return {
    engine,
    loginUrl: `${engine}://task_edge:${PASSWORD}@${site.host}:${site.port}/warehouse`,
    async makeRole(sql) {
      const statements = sql.replaceAll('CHANGE-ME', PASSWORD).split(/;\n/)
      for (const statement of statements.filter((one) => !/^(\s|--.*)*$/.test(one)))
        await site.query(statement)
    },
    stop: site.stop,
  }
}
