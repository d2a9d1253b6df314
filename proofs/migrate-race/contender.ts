// One of several that migrate the same database at once: a process of its own or a call in this one.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { applyPending, migrate } from '../../server/src/db/migrate.ts'
import { childEnv } from '../../tests/harness/child-env.ts'
import type { EmptyDatabase } from '../../tests/harness/database.ts'
import { MAIN, type Service, startService } from '../../tests/harness/service.ts'

/** Neither migrated nor waited: it came late and found everything done. */
export type Outcome = { migrated: boolean; waited: boolean; errors: string[] }

const WAITING = 'waiting for another process to finish migrating'
const UNLOCKED_MIGRATOR = join(import.meta.dirname, 'unlocked-migrator.ts')

export type MigrateProcess = { child: ChildProcess; outcome: Promise<Outcome> }

/** `task-service migrate`; without the lock a stand-in that differs in nothing else. */
export function spawnMigrate(database: EmptyDatabase, locked = true): MigrateProcess {
  const command = locked ? [MAIN, 'migrate'] : [UNLOCKED_MIGRATOR]
  const child = spawn(process.execPath, command, {
    env: childEnv({
      DATABASE_URL: database.url,
      SERVICE_ACP_DB_ROLE_PREFIX: database.rolePrefix,
    }),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  const outcome = text(child.stderr).then(async (notes): Promise<Outcome> => {
    const [code] = (await exited) as [number | null]
    return readNotes(notes.split('\n'), code === 0 ? [] : [`exit ${code}: ${notes.trim()}`])
  })
  return { child, outcome }
}

function readNotes(notes: readonly string[], errors: string[]): Outcome {
  return {
    migrated: notes.some((note) => note.startsWith('applied ')),
    waited: notes.includes(WAITING),
    errors,
  }
}

export async function migrateHere(database: EmptyDatabase, locked = true): Promise<Outcome> {
  const notes: string[] = []
  const options = { rolePrefix: database.rolePrefix, log: (note: string) => void notes.push(note) }
  try {
    if (locked) await migrate({ ...options, databaseUrl: database.url })
    else await migrateUnlocked(database.url, options)
    return readNotes(notes, [])
  } catch (error) {
    return readNotes(notes, [String(error)])
  }
}

export async function migrateUnlocked(
  databaseUrl: string,
  options: { rolePrefix: string; log: (note: string) => void },
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await applyPending(client, { ...options, databaseUrl })
  } finally {
    await client.end()
  }
}

export type ServiceContender = { service: Service | undefined; outcome: Outcome }

/** `task-service serve --migrate`, until it listens. */
export async function serveMigrating(
  database: EmptyDatabase,
  apiKey: string,
): Promise<ServiceContender> {
  try {
    const service = await startService({
      databaseUrl: database.url,
      apiKey,
      args: ['--migrate'],
      env: { SERVICE_ACP_DB_ROLE_PREFIX: database.rolePrefix },
    })
    return { service, outcome: readNotes(messagesOf(service), []) }
  } catch (error) {
    return {
      service: undefined,
      outcome: { migrated: false, waited: false, errors: [String(error)] },
    }
  }
}

const ERROR_LEVEL = 50

export function loggedErrors(service: Service): string[] {
  return service.log
    .filter((line) => Number(line['level']) >= ERROR_LEVEL)
    .map((line) => JSON.stringify(line))
}

function messagesOf(service: Service): string[] {
  return service.log.map((line) => String(line['msg']))
}
