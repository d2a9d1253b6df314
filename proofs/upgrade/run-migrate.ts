// `task-service migrate` of one of the two versions.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { childEnv } from '../../tests/harness/child-env.ts'
import type { EmptyDatabase } from '../../tests/harness/database.ts'
import { serviceEnv } from '../../tests/harness/service.ts'

export async function runMigrate(program: string, database: EmptyDatabase): Promise<void> {
  const env = {
    ...serviceEnv({ databaseUrl: database.url }),
    SERVICE_ACP_DB_ROLE_PREFIX: database.rolePrefix,
  }
  const child = spawn(process.execPath, [program, 'migrate'], {
    env: childEnv(env),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [errors, [code]] = await Promise.all([
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  if (code !== 0) throw new Error(`migrate ended with ${code}: ${errors}`)
}
