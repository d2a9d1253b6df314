// Cells of the previous release with real databases and processes, and an orchestrator that replaces processes when it is asked to.
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { generateApiKey } from '../../../server/src/crypto/api-key.ts'
import { migrate } from '../../../server/src/db/migrate.ts'
import { listMigrations } from '../../../server/src/db/schema-version.ts'
import { withAdmin } from '../../harness/admin-client.ts'
import { emptyDatabase, type TestDatabase } from '../../harness/database.ts'
import { findFreePort } from '../../harness/free-port.ts'
import { MASTER_KEY, type Service, serviceEnv, startService } from '../../harness/service.ts'
import { type FleetLab, startFleetLab } from './fleet-lab.ts'

const PREVIOUS = join(import.meta.dirname, 'previous-main.ts')

export type LabCell = {
  name: string
  database: TestDatabase
  service: Service
  level: () => Promise<number>
  version: () => Promise<string>
}

export type UpgradeLab = FleetLab & {
  cells: Record<string, LabCell>
  envDir: string
  /** For `--run`: asks the orchestrator to replace the process of the cell. */
  program: string
  /** Cells in the order in which they were replaced. */
  replaced: string[]
  /** Instead of replacing the process; the program then fails. */
  refuse: Set<string>
  /** Called before a process is replaced. */
  onReplace: (cell: string) => Promise<void>
}

export async function startUpgradeLab(names: readonly string[]): Promise<UpgradeLab> {
  const lab = await startFleetLab()
  const envDir = join(lab.folder, 'cells')
  mkdirSync(envDir)
  const cells: Record<string, LabCell> = {}
  // One after the other: a machine with few cores would run into timeouts.
  for (const name of names) cells[name] = await startCell(lab, envDir, name)
  const orchestrator = createServer()
  orchestrator.listen(0, '127.0.0.1')
  await once(orchestrator, 'listening')
  const { port } = orchestrator.address() as AddressInfo // of a TCP server
  const program = join(lab.folder, 'replace-cell')
  writeFileSync(program, programText(port))
  chmodSync(program, 0o755)
  const upgradeLab: UpgradeLab = {
    ...lab,
    cells,
    envDir,
    program,
    replaced: [],
    refuse: new Set(),
    onReplace: async () => undefined,
    async stop() {
      orchestrator.closeAllConnections()
      orchestrator.close()
      for (const { service, database } of Object.values(cells)) {
        await service.kill()
        await database.drop()
      }
      await lab.stop()
    },
  }
  orchestrator.on('request', (request, response) => {
    const name = String(request.headers['x-cell'])
    replace(upgradeLab, name)
      .then((isReplaced) => response.writeHead(isReplaced ? 200 : 500).end())
      .catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  return upgradeLab
}

const programText = (port: number) => `#!${process.execPath}
const headers = { 'x-cell': process.env.TASK_SERVICE_CELL }
const { status } = await fetch('http://127.0.0.1:${port}/', { headers })
if (status !== 200) console.error('the orchestrator failed')
process.exitCode = status === 200 ? 0 : 1
`

async function startCell(lab: FleetLab, envDir: string, name: string): Promise<LabCell> {
  const database = await emptyDatabase()
  await migrate({ databaseUrl: database.url, migrations: listMigrations().slice(0, -1) })
  const port = await findFreePort()
  const env = {
    SERVICE_ACP_PORT: String(port),
    SERVICE_ACP_MASTER_KEY: MASTER_KEY,
    SERVICE_ACP_API_KEY: generateApiKey(),
  }
  const options = { databaseUrl: database.url, apiKey: env.SERVICE_ACP_API_KEY, env }
  const service = await startService({ ...options, program: PREVIOUS })
  await lab.run(`cell add ${name} --backend 127.0.0.1:${port}`)
  const lines = Object.entries(serviceEnv(options)).map(([key, value]) => `${key}='${value}'`)
  writeFileSync(join(envDir, `${name}.env`), lines.join('\n'), { mode: 0o600 })
  return {
    name,
    database,
    service,
    level: () =>
      withAdmin(database.superuserUrl, async (admin) => {
        const { rows } = await admin.query('select max(version) as level from schema_migrations')
        return Number(rows[0]?.level)
      }),
    version: async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
      return String(((await answer.json()) as { version?: unknown }).version)
    },
  }
}

async function replace(lab: UpgradeLab, name: string): Promise<boolean> {
  const cell = lab.cells[name]
  if (!cell) throw new Error(`no cell ${name}`)
  await lab.onReplace(name)
  if (lab.refuse.has(name)) return false
  lab.replaced.push(name)
  const port = new URL(cell.service.url).port
  await cell.service.stop()
  cell.service = await startService({
    databaseUrl: cell.database.url,
    apiKey: cell.service.apiKey,
    env: { SERVICE_ACP_PORT: port },
  })
  return true
}
