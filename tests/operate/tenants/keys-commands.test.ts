// `task-service keys …` and a start with the wrong master key, as an operator meets them.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { exitCodes } from '../../../server/src/commands/exit-codes.ts'
import type { Keyring } from '../../../server/src/crypto/keyring.ts'
import {
  provisionTenant,
  serviceEnv,
  startService,
  type TestTenant,
} from '../../harness/service.ts'
import { keepSecret, readSecret } from '../../harness/vault/secret-drawer.ts'
import { openVaultDatabase, type VaultDatabase } from '../../harness/vault/vault-database.ts'
import { type Outcome, runCommand } from '../run-command.ts'

const [a, b, c] = [randomBytes(32), randomBytes(32), randomBytes(32)]

let vault: VaultDatabase
let databaseUrl: string
let tenant: TestTenant

before(async () => {
  vault = await openVaultDatabase()
  databaseUrl = vault.database.url
  tenant = await provisionTenant(databaseUrl, 'acme')
})

after(() => vault.drop())

function keysEnv(master: Buffer, previous?: Buffer): Record<string, string> {
  return {
    SERVICE_ACP_MASTER_KEY: master.toString('base64'),
    ...(previous && { SERVICE_ACP_MASTER_KEY_PREVIOUS: previous.toString('base64') }),
  }
}

function run(command: string, master: Buffer, previous?: Buffer): Promise<Outcome> {
  const env = { ...serviceEnv({ databaseUrl }), ...keysEnv(master, previous) }
  return runCommand(command.split(' '), env)
}

async function serveBriefly(master: Buffer, previous?: Buffer) {
  const env = keysEnv(master, previous)
  const service = await startService({ databaseUrl, env })
  await service.kill()
  return service.log
}

function ring(master: Buffer): Keyring {
  return vault.ring(master)
}

function read(master: Buffer): Promise<string> {
  return vault.db.tenantRead(tenant.id, (tx) => readSecret({ tx, keyring: ring(master) }, 'one'))
}

async function countKeys(): Promise<number> {
  return (await vault.admin.query('select from master_keys')).rowCount ?? 0
}

function assertExit({ code, stdout, stderr }: Outcome, name: keyof typeof exitCodes): void {
  assert.equal(code, exitCodes[name].code, `${stdout}\n${stderr}`)
}

describe('one installation, from its first key to its third', () => {
  test('before the first start no key is in use, and asking changes nothing', async () => {
    const [status, doctor] = await Promise.all([run('keys status', a), run('doctor --json', a)])
    assertExit(status, 'ok')
    assert.match(status.stdout, /No master key is in use yet/)
    assertExit(doctor, 'ok')
    assert.equal(await countKeys(), 0)
  })

  test('the first start admits its key; then another is refused by name', async () => {
    await serveBriefly(a)
    await vault.db.tenantTx(tenant.id, (tx) =>
      keepSecret({ tx, keyring: ring(a) }, 'one', 'sealed'),
    )
    const outcomes = await Promise.all([
      run('serve', b),
      run('serve --migrate', b),
      run('serve --role worker', b),
      run('keys rotate', b),
      run('keys rotate', b, c),
    ])
    for (const outcome of outcomes) {
      assertExit(outcome, 'config')
      assert.match(outcome.stderr, /SERVICE_ACP_MASTER_KEY \(id \w{16}\)/)
      assert.ok(outcome.stderr.includes(ring(a).currentId), outcome.stderr)
      assert.match(outcome.stderr, /keys abandon --confirm/)
    }
    assert.equal(await countKeys(), 1)
  })

  test('status and doctor say the same and name the cure', async () => {
    const [status, doctor] = await Promise.all([
      run('keys status --json', b),
      run('doctor --json', b),
    ])
    assertExit(status, 'config')
    assert.equal(status.json()['ready'], false)
    assert.match(String(status.json()['advice']), /SERVICE_ACP_MASTER_KEY_PREVIOUS/)
    assertExit(doctor, 'unhealthy')
    const findings = doctor.json()['findings'] as Record<string, unknown>[]
    const finding = findings.find(({ check }) => check === 'master key')
    assert.equal(finding?.['ok'], false)
    assert.match(String(finding?.['fix']), /keys abandon/)
  })

  test('with both keys the service starts and says what is next; rotate does it', async () => {
    const log = await serveBriefly(b, a)
    assert.ok(log.some(({ msg }) => String(msg).includes('run: task-service keys rotate')))
    const status = await run('keys status', b, a)
    assertExit(status, 'ok')
    assert.match(status.stdout, /active +1 .*SERVICE_ACP_MASTER_KEY_PREVIOUS/)
    const rotated = await run('keys rotate --json', b, a)
    assertExit(rotated, 'ok')
    assert.deepEqual(rotated.json(), { rewrapped: 1, released: [ring(a).currentId], damaged: [] })
    assert.equal(await read(b), 'sealed')
    const again = await run('keys rotate', b, a)
    assert.match(again.stdout, /Nothing to do/)
    const later = await serveBriefly(b, a)
    assert.ok(later.some(({ msg }) => String(msg).includes('no longer needed')))
    await serveBriefly(b)
  })

  test('a lost key is given up on purpose only; the service is up and the secret flagged', async () => {
    const careless = await run('keys abandon', c)
    assertExit(careless, 'usage')
    assert.ok(careless.stderr.includes(`--confirm ${ring(b).currentId}`))
    assertExit(await run(`keys abandon --confirm ${ring(a).currentId}`, c), 'usage')
    const done = await run(`keys abandon --json --confirm ${ring(b).currentId}`, c)
    assertExit(done, 'ok')
    assert.deepEqual(done.json(), { lost: [ring(b).currentId], active: ring(c).currentId })
    const log = await serveBriefly(c)
    assert.ok(log.some(({ msg }) => String(msg).includes('must be re-entered')))
    assert.equal(await read(c), 'needs_reentry')
    const status = await run('keys status --json', c)
    assertExit(status, 'ok')
    assert.deepEqual(status.json()['needs_reentry'], [
      { tenant: 'acme', where: 'drawer.secret', secrets: 1 },
    ])
    const words = await run('keys status', c)
    assert.match(words.stdout, /Tenant acme must re-enter 1 secret in drawer\.secret/)
  })

  test('found again, the lost key brings the secret back', async () => {
    const rotated = await run('keys rotate', c, b)
    assertExit(rotated, 'ok')
    assert.match(rotated.stdout, /Re-encrypted 1 data keys/)
    assert.equal(await read(c), 'sealed')
  })

  test('no output has anything of a key', async () => {
    const outcomes = await Promise.all([
      run('keys status', c, b),
      run('keys status', a),
      run('serve', a),
    ])
    for (const { stdout, stderr } of outcomes) {
      for (const key of [a, b, c]) {
        for (const encoding of ['hex', 'base64', 'base64url'] as const) {
          assert.ok(!`${stdout}${stderr}`.includes(key.toString(encoding).slice(0, 12)))
        }
      }
    }
  })
})
