// PostgreSQL with a certificate of the operator's own authority: the two ways to trust it that the guide names.
import assert from 'node:assert/strict'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Cluster, startCluster } from '../harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { makeAuthority } from '../harness/network/certificate.ts'
import { serviceEnv } from '../harness/service.ts'
import { temporaryRoot } from '../harness/temporary-root.ts'
import { findUnprivilegedUser } from '../harness/unprivileged-user.ts'
import { type Outcome, runCommand } from './run-command.ts'

let folder: string
let cluster: Cluster
let database: TestDatabase

const file = (name: string) => join(folder, name)

/** An authority, and a certificate of it for localhost only. */
function makeCertificates(): void {
  const authority = makeAuthority()
  const { cert, key } = authority.issue({ names: ['localhost'] })
  writeFileSync(file('ca.crt'), authority.cert)
  writeFileSync(file('server.crt'), cert)
  writeFileSync(file('server.key'), key, { mode: 0o600 })
  const owner = findUnprivilegedUser()
  for (const name of ['', 'server.key', 'server.crt', 'ca.crt']) {
    if (owner) chownSync(file(name), owner.uid, owner.gid)
  }
}

before(async () => {
  folder = mkdtempSync(join(temporaryRoot(), 'task-service-authority-'))
  makeCertificates()
  cluster = await startCluster({
    fsync: false,
    settings: { ssl: 'on', ssl_cert_file: file('server.crt'), ssl_key_file: file('server.key') },
  })
  database = await createDatabase({ cluster })
})

after(async () => {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

function doctor(
  parameters: string,
  env: Record<string, string> = {},
  host = 'localhost',
): Promise<Outcome> {
  const url = new URL(`${database.url}?${parameters}`)
  url.hostname = host
  return runCommand(['doctor'], { ...serviceEnv({ databaseUrl: url.href }), ...env })
}

test('without the authority the server is not trusted, and what is said names the certificate', async () => {
  const { code, stdout } = await doctor('sslmode=verify-full')
  assert.equal(code, 7)
  assert.match(stdout, /FAIL database: .*certificate/)
})

test('NODE_EXTRA_CA_CERTS is enough, and so is sslrootcert', async () => {
  const trusted = { NODE_EXTRA_CA_CERTS: file('ca.crt') }
  for (const outcome of [
    await doctor('sslmode=verify-full', trusted),
    await doctor(`sslmode=verify-full&sslrootcert=${file('ca.crt')}`),
  ]) {
    assert.equal(outcome.code, 0, outcome.stdout)
  }
})

test('a certificate for another name is refused although its authority is trusted', async () => {
  const trusted = { NODE_EXTRA_CA_CERTS: file('ca.crt') }
  const { code, stdout } = await doctor('sslmode=verify-full', trusted, '127.0.0.1')
  assert.equal(code, 7)
  assert.match(stdout, /FAIL database: .*(altnames|IP)/)
})

test('no-verify encrypts without checking the certificate', async () => {
  const { code, stdout } = await doctor('sslmode=no-verify', {}, '127.0.0.1')
  assert.equal(code, 0, stdout)
})
