// `task-service restore`: what it refuses before it starts anything. `npm run prove -- pitr` restores.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { exitCodes } from '../../../server/src/commands/exit-codes.ts'
import { MASTER_KEY } from '../../harness/service.ts'
import { runCommand } from '../run-command.ts'

const env = {
  DATABASE_URL: 'postgres://tasks@127.0.0.1:1/tasks',
  SERVICE_ACP_MASTER_KEY: MASTER_KEY,
}
const isRoot = process.getuid?.() === 0

async function assertRefused(args: string[], message: RegExp): Promise<void> {
  const { code, stdout, stderr } = await runCommand(['restore', ...args], env)
  assert.equal(code, exitCodes.usage.code, stderr)
  assert.match(stderr, message)
  assert.equal(stdout, '')
}

describe('restore', () => {
  test('is only practiced, and leaves no folder behind when it is refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'restore-refused-'))
    await assertRefused(['--folder', folder], /restore --drill/)
    assert.deepEqual(readdirSync(folder), [])
    rmdirSync(folder)
  })

  test('does not run as root, as PostgreSQL does not', { skip: !isRoot }, () =>
    assertRefused(['--drill'], /Run this command as the user/),
  )

  test('rejects a moment in the future', () =>
    assertRefused(['--drill', '--to', '2999-01-01T00:00:00Z'], /must be a time in the past/))

  test('rejects a file that is no fingerprint', () =>
    assertRefused(['--drill', '--fingerprint', '/dev/null'], /not a file of fingerprint/))

  test('exports a tenant only into a file, and secrets only encrypted', async () => {
    const one = ['--drill', '--export-tenant', 'acme']
    await assertRefused(one, /--export-tenant <id> and --out <file> together/)
    await assertRefused(['--drill', '--out', 'x'], /--export-tenant <id> and --out <file> together/)
    await assertRefused([...one, '--out', 'x', '--with-secrets'], /--with-secrets and --key-file/)
  })
})
