// An installation with its own database, pepper and master key, and the commands of its operator.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { childEnv } from '../../tests/harness/child-env.ts'
import type { Cluster } from '../../tests/harness/cluster.ts'
import { emptyDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { HOST_SUFFIX, MAIN, serviceEnv, startService } from '../../tests/harness/service.ts'
import { type Outcome, runCommand } from '../../tests/operate/run-command.ts'

/** Memory must not grow with the tenant. */
const HEAP = '--max-old-space-size=128'

export type Installation = {
  database: TestDatabase
  run: (...args: string[]) => Promise<Outcome>
  /** What it prints with --json; throws when it fails. */
  done: (...args: string[]) => Promise<Record<string, unknown>>
  serve: () => ReturnType<typeof startService>
  /** Kills the command when it prints such a line; true if it did. */
  killAt: (line: RegExp, ...args: string[]) => Promise<boolean>
}

export async function install(cluster: Cluster): Promise<Installation> {
  const database = await emptyDatabase({ cluster })
  const env = {
    ...serviceEnv({ databaseUrl: database.url }),
    SERVICE_ACP_MASTER_KEY: randomBytes(32).toString('base64'),
    SERVICE_ACP_HOST: HOST_SUFFIX,
    SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
  }
  const commandEnv = { ...env, NODE_OPTIONS: HEAP }
  const run = (...args: string[]) => runCommand(args, commandEnv)
  const done = async (...args: string[]) => {
    const outcome = await run(...args, '--json')
    if (outcome.code !== 0) throw new Error(`${args.join(' ')}: ${outcome.stderr}`)
    return outcome.json()
  }
  const migrated = await run('migrate')
  if (migrated.code !== 0) throw new Error(migrated.stderr)
  return {
    database,
    run,
    done,
    serve: () => startService({ databaseUrl: database.url, env }),
    killAt: (line, ...args) => killAt(line, args, commandEnv),
  }
}

async function killAt(
  line: RegExp,
  args: readonly string[],
  env: Record<string, string>,
): Promise<boolean> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: childEnv(env),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let killed = false
  createInterface({ input: child.stderr }).on('line', (text) => {
    if (line.test(text)) killed = child.kill('SIGKILL')
  })
  await once(child, 'exit')
  return killed
}
