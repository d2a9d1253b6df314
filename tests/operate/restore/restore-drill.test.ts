// `task-service restore`: what it refuses before it starts anything. `npm run prove -- pitr` restores.
import assert from 'node:assert/strict'
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
  test('is only practiced', () => assertRefused([], /restore --drill/))

  test('does not run as root, as PostgreSQL does not', { skip: !isRoot }, () =>
    assertRefused(['--drill'], /Run this command as the user/),
  )

  test('rejects a moment in the future', () =>
    assertRefused(['--drill', '--to', '2999-01-01T00:00:00Z'], /must be a time in the past/))

  test('rejects a file that is no fingerprint', () =>
    assertRefused(['--drill', '--fingerprint', '/dev/null'], /not a file of fingerprint/))
})
