// A directory with many tenants, a backend for each cell, and the commands that an operator runs.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from '../../server/src/db/sql.ts'
import { addCell } from '../../server/src/fleet/directory/cells.ts'
import { migrateDirectory } from '../../server/src/fleet/directory/migrate-directory.ts'
import { raiseRevision, withDirectory } from '../../server/src/fleet/directory/open-directory.ts'
import { childEnv } from '../../tests/harness/child-env.ts'
import { startCluster } from '../../tests/harness/cluster.ts'
import { emptyDatabase } from '../../tests/harness/database.ts'
import { startCellBackend } from '../../tests/harness/network/cell-backend.ts'
import { MAIN } from '../../tests/harness/service.ts'

export const HOST_SUFFIX = 'tasks.example.com'

export type Arena = {
  folder: string
  directoryUrl: string
  cells: readonly string[]
  /** Runs `task-service …` and returns how long it took. */
  run(...args: string[]): Promise<number>
  /** Starts `task-service …`; it is stopped with the arena. */
  start(...args: string[]): ChildProcess
  stop(): Promise<void>
}

export async function openArena(size: { hosts: number; cells: number }): Promise<Arena> {
  const folder = mkdtempSync(join(tmpdir(), 'task-service-fleet-'))
  const cluster = await startCluster({ fsync: false, inMemory: true })
  const database = await emptyDatabase({ cluster })
  const backends = await Promise.all(
    Array.from({ length: size.cells }, (_, index) => startCellBackend(`cell-${index + 1}`)),
  )
  await migrateDirectory(database.url)
  await withDirectory(database.url, async (directory) => {
    for (const { name, address } of backends)
      await addCell(directory, name, { backends: [address] })
    await directory.change(async () => {
      const revision = await raiseRevision(directory)
      await directory.rows(sql`
        insert into directory.tenants (slug, tenant_id, cell, status, revision)
        select 'tenant-' || n, gen_random_uuid(), 'cell-' || (1 + n % ${size.cells}), 'active', ${revision}
        from generate_series(1, ${size.hosts}) n`)
    })
    // As PostgreSQL does itself a minute later.
    await directory.rows(sql`vacuum analyze directory.tenants`)
  })
  const children: ChildProcess[] = []
  const start = (...args: string[]): ChildProcess => {
    const env = childEnv({
      SERVICE_ACP_DIRECTORY_URL: database.url,
      SERVICE_ACP_HOST: HOST_SUFFIX,
    })
    const stdio = ['ignore', 'ignore', 'pipe'] as const
    const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: [...stdio] })
    children.push(child)
    return child
  }
  return {
    folder,
    directoryUrl: database.url,
    cells: backends.map(({ name }) => name),
    start,
    async run(...args) {
      const startedAt = performance.now()
      const child = start(...args)
      let errors = ''
      child.stderr?.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
      const [code] = (await once(child, 'exit')) as [number | null]
      if (code !== 0) throw new Error(`${args.join(' ')}: exit code ${code}\n${errors}`)
      return performance.now() - startedAt
    },
    async stop() {
      for (const child of children) child.kill('SIGKILL')
      for (const backend of backends) backend.stop()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
