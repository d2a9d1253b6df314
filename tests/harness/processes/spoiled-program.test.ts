// A control that changes nothing must not run: it would look like one whose defense is never needed.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { childEnv } from '../child-env.ts'
import type { Spoiling } from './spoiled-program.ts'

const helper = join(import.meta.dirname, 'spoiled-program.ts')

/** As \`serve\` with a role that does not exist: it ends at once, after everything was loaded. */
function run(spoiling: Spoiling): { status: number | null; stderr: string } {
  const script = `import { runSpoiled } from ${JSON.stringify(helper)}
    await runSpoiled(${JSON.stringify(spoiling)})`
  const args = ['--input-type=module', '-e', script, 'control', 'serve', '--role', 'none']
  return spawnSync(process.execPath, args, { env: childEnv(), encoding: 'utf8' })
}

describe('a spoiled program', () => {
  it('runs with the changed line', () => {
    const { stderr } = run({
      '/commands/serve.ts': [['const ROLES = {', "console.error('changed')\nconst ROLES = {"]],
    })
    assert.match(stderr, /^changed$/m)
    assert.match(stderr, /--role/)
  })

  it('does not run when a file of its table has no such text', () => {
    const { status, stderr } = run({ '/commands/serve.ts': [['no such text', '']] })
    assert.match(stderr, /serve\.ts has no no such text/)
    assert.equal(status, 1)
  })

  it('does not run when a file of its table is never loaded', () => {
    const { status, stderr } = run({
      '/commands/serve.ts': [['const ROLES = {', 'const ROLES = {']],
      '/commands/doctor/doctor.ts': [['export', 'export']],
      '/commands/no-such-file.ts': [['export', 'export']],
    })
    assert.match(
      stderr,
      /never loaded: \/commands\/doctor\/doctor\.ts, \/commands\/no-such-file\.ts/,
    )
    assert.doesNotMatch(stderr, /--role/)
    assert.equal(status, 1)
  })
})
