// A program that runs a customer's database inside the network it is started in, until its input ends.
import { appendFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withAdmin } from '../admin-client.ts'
import { startCluster } from '../cluster.ts'
import { startMariadb } from '../edge/mariadb.ts'

export type SiteDatabase = {
  port: number
  /** The folder of its socket (PostgreSQL) or the socket itself (MariaDB): files know no networks. */
  socket: string
}

const [, , engine = 'postgres'] = process.argv
const site = engine === 'postgres' ? await startPostgres() : await startMaria()
process.stdout.write(`${JSON.stringify(site.database)}\n`)
process.stdin.resume()
process.stdin.on('end', () => void site.stop().then(() => process.exit(0)))

async function startPostgres(): Promise<{ database: SiteDatabase; stop: () => Promise<void> }> {
  const cluster = await startCluster({ settings: { listen_addresses: '*' } })
  appendFileSync(join(cluster.dataDir, 'pg_hba.conf'), 'host all all 10.77.2.0/24 scram-sha-256\n')
  await withAdmin(cluster.superuserUrl, (admin) => admin.query('select pg_reload_conf()'))
  const { port, logFile } = cluster
  return { database: { port, socket: dirname(logFile) }, stop: () => cluster.stop() }
}

async function startMaria(): Promise<{ database: SiteDatabase; stop: () => Promise<void> }> {
  const { port, socket, stop } = await startMariadb({ bind: '0.0.0.0' })
  return { database: { port, socket }, stop }
}
