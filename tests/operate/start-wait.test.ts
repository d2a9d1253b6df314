// A start before the database is there: with --wait it takes its time, without it says so at once, and it can be stopped.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { exitCodes } from '../../server/src/commands/exit-codes.ts'
import { childEnv } from '../harness/child-env.ts'
import { createDatabase, type EmptyDatabase, emptyDatabase } from '../harness/database.ts'
import { findFreePort } from '../harness/free-port.ts'
import { MAIN, serviceEnv, startService } from '../harness/service.ts'
import { runCommand } from './run-command.ts'
import { send } from './send.ts'

let database: EmptyDatabase

before(async () => {
  database = await emptyDatabase()
})

after(() => database.drop())

/** The address of a database that does not accept connections until `open` is called. */
async function closedPort(): Promise<{ env: Record<string, string>; open: () => Promise<Server> }> {
  const real = new URL(database.url)
  const port = await findFreePort()
  const url = new URL(database.url)
  url.port = String(port)
  return {
    env: {
      ...serviceEnv({ databaseUrl: url.href }),
      SERVICE_ACP_DB_ROLE_PREFIX: database.rolePrefix,
    },
    open: async () => {
      const server = createServer((near) => {
        const far = connect(Number(real.port), real.hostname)
        near.pipe(far).pipe(near)
        for (const socket of [near, far]) socket.on('error', () => undefined)
      }).listen(port, '127.0.0.1')
      await once(server, 'listening')
      return server
    },
  }
}

/** A command as a process; `said` waits for a line of its output that has the words. */
function launch(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: childEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const lines: string[] = []
  const waiting: { words: string; resolve: () => void }[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      for (const { words, resolve } of waiting) if (line.includes(words)) resolve()
    })
  }
  const said = (words: string) =>
    new Promise<void>((resolve, reject) => {
      if (lines.some((line) => line.includes(words))) resolve()
      waiting.push({ words, resolve })
      void exited.then(() => reject(new Error(`ended without “${words}”: ${lines.join('\n')}`)))
    })
  return { child, exited, said }
}

describe('with --wait', () => {
  test('serve waits for the database and for its schema, migrate for the database', async () => {
    const { env, open } = await closedPort()
    const serve = launch(['serve', '--wait', '1m'], env)
    const migrate = launch(['migrate', '--wait', '1m'], env)
    await Promise.all([serve.said('waiting for the database'), migrate.said('waiting for')])
    const server = await open()
    assert.deepEqual(await migrate.exited, [0, null])
    await serve.said('listening')
    serve.child.kill('SIGTERM')
    assert.deepEqual(await serve.exited, [0, null], 'stops in its own order once it serves')
    server.close()
  })

  test('a command that waits ends immediately on a signal', async () => {
    const { env } = await closedPort()
    for (const [args, signal, code] of [
      [['migrate', '--wait', '1m'], 'SIGTERM', 143],
      [['serve', '--wait', '1m'], 'SIGTERM', 143],
      [['serve', '--migrate', '--wait', '1m'], 'SIGINT', 130],
    ] as const) {
      const command = launch([...args], env)
      await command.said('waiting for the database')
      command.child.kill(signal)
      // Through its own handler: as PID 1 of a container it would not die of the signal.
      assert.deepEqual(await command.exited, [code, null], args.join(' '))
    }
  })

  test('permanent errors are reported immediately, temporary ones when the time is over', async () => {
    const { env } = await closedPort()
    const wrong = new URL(database.url)
    wrong.pathname = '/no_such_database'
    const [over, missing, odd] = await Promise.all([
      runCommand(['migrate', '--wait', '300ms'], env),
      runCommand(['serve', '--wait', '1m'], { ...env, DATABASE_URL: wrong.href }),
      runCommand(['serve', '--wait', 'long'], env),
    ])
    assert.equal(over.code, exitCodes.database.code)
    assert.equal(missing.code, exitCodes.database.code)
    assert.equal(odd.code, exitCodes.usage.code)
    assert.match(odd.stderr, /such as 2m/)
  })
})

describe('health', () => {
  test('says whether the service is alive and whether it takes requests', async () => {
    const migrated = await createDatabase()
    const service = await startService({ databaseUrl: migrated.url })
    const { port } = new URL(service.url)
    const ask = (...args: string[]) =>
      runCommand(['health', ...args], { SERVICE_ACP_PORT: port, SERVICE_ACP_BIND: '0.0.0.0' })
    const [alive, ready] = await Promise.all([ask(), ask('--ready', '--json')])
    assert.deepEqual([alive.code, alive.stdout], [0, 'ok\n'])
    assert.deepEqual(ready.json(), { healthy: true, answer: 200 })
    await migrated.drop()
    while ((await send(`${service.url}/readyz`)).status !== 503);
    const [still, unready] = await Promise.all([ask(), ask('--ready', '--json')])
    assert.equal(still.code, 0, 'a database that is away is no reason to restart the service')
    assert.equal(unready.code, exitCodes.unhealthy.code)
    assert.equal(unready.json()['answer'], 503)
    await service.kill()
    const [gone, unknown] = await Promise.all([
      ask(),
      runCommand(['health'], { SERVICE_ACP_PORT: '0' }),
    ])
    assert.equal(gone.code, exitCodes.unhealthy.code)
    assert.match(gone.stdout, /ECONNREFUSED/)
    assert.equal(unknown.code, exitCodes.config.code)
  })
})
