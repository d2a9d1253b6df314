// Commands that containers run every few seconds load only what they need: the whole server takes a second of CPU time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exitOf } from '../../server/src/commands/exit-codes.ts'
import { ConfigError } from '../../server/src/config/config-error.ts'
import { RoleRefused } from '../../server/src/db/session.ts'
import { SchemaBehind, SchemaRefused } from '../../server/src/db/upgrade/schema-refused.ts'
import { MasterKeyRefused } from '../../server/src/domains/vault/index.ts'
import { runCommand } from './run-command.ts'

const PRINT = `--import=${import.meta.resolve('./print-modules.ts')}`
const HEAVY = /\/contract\/|\/server\/src\/domains\/|\/node_modules\/(?:pg|typebox|fastify)\//

async function modulesOf(...args: string[]): Promise<string[]> {
  const { stderr } = await runCommand(args, { NODE_OPTIONS: PRINT, SERVICE_ACP_PORT: '1' })
  return stderr.split('\n').filter((line) => line.startsWith('loaded '))
}

for (const command of ['--version', 'migrate --help', 'health']) {
  test(`task-service ${command} loads neither the domains nor a database client`, async () => {
    const modules = await modulesOf(...command.split(' '))
    assert.ok(modules.length > 10, 'no modules were printed')
    assert.deepEqual(
      modules.filter((line) => HEAVY.test(line)),
      [],
    )
  })
}

test('a command that uses the database loads the domains', async () => {
  const modules = await modulesOf('tenant', 'list')
  assert.ok(modules.some((line) => HEAVY.test(line)))
})

test('errors that are recognized by their name have the exit code of their class', () => {
  const exits = [
    [new ConfigError([]), 'config'],
    [new RoleRefused(''), 'config'],
    [new MasterKeyRefused('', ''), 'config'],
    [new SchemaRefused(''), 'schema'],
    [new SchemaBehind(''), 'schema'],
  ] as const
  for (const [error, exit] of exits) assert.equal(exitOf(error), exit, error.name)
})
