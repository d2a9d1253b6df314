// `task-edge doctor` beside a real service and a real database, one fault at a time: it reports the fault and its fix.
import assert from 'node:assert/strict'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as forward, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startCluster } from '../harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { laboratoryPolicy } from '../harness/edge/edge-site.ts'
import type { Laboratory } from '../harness/edge/laboratory.ts'
import { startPostgresLaboratory } from '../harness/edge/postgres-laboratory.ts'
import { type Ended, runTaskEdge } from '../harness/edge/run-task-edge.ts'
import { findFreePort } from '../harness/free-port.ts'
import { makeAuthority, type Wish } from '../harness/network/certificate.ts'
import { startConnectProxy } from '../harness/network/connect-proxy.ts'
import { type Receiver, startReceiver } from '../harness/network/receiver.ts'
import { type Service, startService } from '../harness/service.ts'
import { temporaryRoot } from '../harness/temporary-root.ts'
import { findUnprivilegedUser } from '../harness/unprivileged-user.ts'

const folder = mkdtempSync(join(temporaryRoot(), 'task-edge-doctor-'))
const [policyFile, caFile] = [join(folder, 'policy.yaml'), join(folder, 'ca.pem')]
const authority = makeAuthority()
const receivers: Receiver[] = []
let database: TestDatabase
let service: Service
let lab: Laboratory
let url: string

/** The real service behind TLS, as a balancer stands before it. */
const passOn: RequestListener = (request, response) => {
  const { method = 'GET', url: path = '/', headers } = request
  const onward = forward(`${service.url}${path}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  request.pipe(onward)
}

async function openTls(wish: Wish, issuer = authority): Promise<string> {
  const receiver = await startReceiver(passOn, { identity: issuer.issue(wish) })
  receivers.push(receiver)
  return `https://127.0.0.1:${receiver.port}`
}

before(async () => {
  database = await createDatabase()
  service = await startService({ databaseUrl: database.url })
  lab = await startPostgresLaboratory()
  writeFileSync(policyFile, laboratoryPolicy(lab, { ledger: true }), { mode: 0o640 })
  writeFileSync(caFile, authority.cert)
  url = await openTls({ addresses: ['127.0.0.1'] })
})
after(async () => {
  for (const receiver of receivers) await receiver.close()
  await lab.stop()
  await service.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const doctor = (env: Record<string, string> = {}): Promise<Ended> =>
  runTaskEdge(['doctor'], {
    TASK_EDGE_URL: url,
    TASK_EDGE_CA_FILE: caFile,
    TASK_EDGE_POLICY: policyFile,
    TASK_EDGE_STATE: join(folder, 'state'),
    TASK_EDGE_TOKEN: 'cnt_a-token-for-later',
    WAREHOUSE_URL: lab.writerUrl,
    ...env,
  })

/** Exactly one check fails, and this is it. */
async function findsOnly(env: Record<string, string>, fault: RegExp): Promise<string> {
  const { code, out, err } = await doctor(env)
  assert.match(out, fault, err)
  assert.match(out, /^1 check failed\.$/m, out)
  assert.equal(code, 7)
  return out
}

test('nothing is wrong', async () => {
  const { code, out } = await doctor()
  assert.match(out, /^ok {3}network: connected to 127\.0\.0\.1:\d+ directly in \d+ ms$/m)
  assert.match(out, /^ok {3}tls: the TLS certificate is valid$/m)
  assert.match(out, /^ok {3}clock: within \d+ s of the service$/m)
  assert.match(out, /^All checks passed\.$/m)
  assert.equal(code, 0, out)
})

test('nothing listens at the port', async () => {
  const port = await findFreePort()
  const fault =
    /^FAIL network: .*directly: ECONNREFUSED\. Nothing listens on this host.*TASK_EDGE_URL/m
  await findsOnly({ TASK_EDGE_URL: `https://127.0.0.1:${port}` }, fault)
})

test('something else listens at the port', async () => {
  const stranger = await startReceiver((_, response) => void response.writeHead(404).end('no'))
  receivers.push(stranger)
  const fault =
    /^FAIL network: .*HTTP 404, .*not a response of Task Service\. Another service responds/m
  await findsOnly({ TASK_EDGE_URL: `http://127.0.0.1:${stranger.port}` }, fault)
})

test('plain HTTP is a warning, not a fault', async () => {
  const { code, out } = await doctor({ TASK_EDGE_URL: service.url })
  assert.match(out, /^WARN tls: plain HTTP can be intercepted\. Use https/m)
  assert.equal(code, 0)
})

test('there is no TLS at the port', async () => {
  const plain = service.url.replace('http:', 'https:')
  await findsOnly({ TASK_EDGE_URL: plain }, /^FAIL tls: .*The port does not use TLS/m)
})

test('the certificate is of a strange authority', async () => {
  const fault = /^FAIL tls: .*certificate authority is not trusted\. .*set TASK_EDGE_CA_FILE/m
  await findsOnly({ TASK_EDGE_CA_FILE: '' }, fault)
  const other = await openTls({ addresses: ['127.0.0.1'] }, makeAuthority())
  await findsOnly({ TASK_EDGE_URL: other }, fault)
})

test('the certificate is of another name, or its time is over', async () => {
  const named = await openTls({ names: ['tasks.example.com'] })
  await findsOnly({ TASK_EDGE_URL: named }, /^FAIL tls: .*for another host name/m)
  const over = new Date(Date.now() - 60_000)
  const expired = await openTls({ addresses: ['127.0.0.1'], notAfter: over })
  await findsOnly(
    { TASK_EDGE_URL: expired },
    /^FAIL tls: .*has expired or is not valid yet\. .*clock/m,
  )
})

test('the file of authorities is not there, or has none', async () => {
  const missing = join(folder, 'no-such.pem')
  const fault = /^FAIL tls: .*TASK_EDGE_CA_FILE: .*no-such\.pem cannot be read/m
  await findsOnly({ TASK_EDGE_CA_FILE: missing }, fault)
  const words = /^FAIL tls: .*TASK_EDGE_CA_FILE: .*policy\.yaml contains no PEM certificate/m
  await findsOnly({ TASK_EDGE_CA_FILE: policyFile }, words)
})

test('the proxy requires another password, or lets nothing through', async (t) => {
  const proxy = await startConnectProxy({ credentials: 'edge:right-pw' })
  t.after(() => proxy.close())
  const at = (login: string) => `http://${login}@127.0.0.1:${proxy.port}`
  const fault =
    /^FAIL proxy: .*through the proxy 127\.0\.0\.1:\d+: the proxy returned 407\. .*user and password/m
  const out = await findsOnly({ HTTPS_PROXY: at('edge:wrong-pw') }, fault)
  assert.doesNotMatch(out, /wrong-pw/)
  const { code, out: said } = await doctor({ HTTPS_PROXY: at('edge:right-pw') })
  assert.match(said, /^ok {3}network: connected to .* through the proxy 127\.0\.0\.1:\d+ in/m)
  assert.equal(code, 0)
  const strict = await startConnectProxy({ refuseWith: 403 })
  t.after(() => strict.close())
  const refused = /^FAIL proxy: .*the proxy returned 403\. The proxy does not allow this host/m
  await findsOnly({ HTTPS_PROXY: `http://127.0.0.1:${strict.port}` }, refused)
})

test('the proxy is no address', async () => {
  const fault = /^FAIL proxy: HTTPS_PROXY must be a URL/m
  await findsOnly({ HTTPS_PROXY: 'proxy.internal:3128' }, fault)
  await findsOnly({ HTTPS_PROXY: 'proxy' }, fault)
})

test('the clock of this machine is off', async () => {
  for (const [ms, side] of [
    [-600_000, 'behind'],
    [600_000, 'ahead of'],
  ]) {
    const shift = `const now = Date.now; Date.now = () => now() + ${ms}`
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(shift)}`
    const { code, out } = await doctor({ NODE_OPTIONS })
    assert.match(
      out,
      new RegExp(`^WARN clock: (599|600|601) s ${side} the service\\. Set up NTP`, 'm'),
    )
    assert.equal(code, 0)
  }
})

test('it is not enrolled, and has no token', async () => {
  // Only a warning: the guide looks before it asks for a token.
  const { code, out } = await doctor({ TASK_EDGE_TOKEN: '' })
  assert.match(
    out,
    /^WARN enrollment: not enrolled\. .*create an enrollment token in the dashboard/m,
  )
  assert.equal(code, 0)
  await findsOnly({ TASK_EDGE_URL: '' }, /^FAIL network: TASK_EDGE_URL is not set/m)
})

test('the login is not in the environment, or is none', async () => {
  const missing = /^FAIL warehouse: WAREHOUSE_URL is not set/m
  await findsOnly({ WAREHOUSE_URL: '' }, missing)
  const out = await findsOnly(
    { WAREHOUSE_URL: 'secret-pw' },
    /^FAIL warehouse: .*URL is not valid/m,
  )
  assert.doesNotMatch(out, /secret-pw/)
})

test('the certificate of the database is of a strange authority', async (t) => {
  const identity = authority.issue({ names: ['localhost'] })
  const owner = findUnprivilegedUser()
  chmodSync(folder, 0o755)
  const place = (name: string, text: string) => {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    if (owner) chownSync(file, owner.uid, owner.gid)
    return file
  }
  const settings = {
    ssl: 'on',
    ssl_cert_file: place('db.pem', identity.cert),
    ssl_key_file: place('db.key', identity.key),
  }
  const cluster = await startCluster({ fsync: false, inMemory: true, settings })
  t.after(() => cluster.stop())
  const policy = join(folder, 'tls.yaml')
  const says = (tls: string) => {
    const source = `url_env: WAREHOUSE_URL\n    tls: {${tls}}`
    const text = laboratoryPolicy(lab).replace('url_env: WAREHOUSE_URL', source)
    writeFileSync(policy, text, { mode: 0o640 })
    const login = cluster.url('postgres').replace('127.0.0.1', 'localhost')
    return doctor({ TASK_EDGE_POLICY: policy, WAREHOUSE_URL: login })
  }
  const { code, out } = await says('verify: true')
  assert.match(out, /^FAIL warehouse: .*its certificate is not trusted\..*ca_file/m)
  assert.equal(code, 7)
  assert.match((await says(`ca_file: ${caFile}`)).out, /^ok {3}warehouse: connected$/m)
})

test('other users can read the policy, or change it', async (t) => {
  t.after(() => chmodSync(policyFile, 0o640))
  chmodSync(policyFile, 0o644)
  const { code, out } = await doctor()
  assert.match(out, /^WARN policy: .*readable by every user of this machine.*chmod 640/m)
  assert.equal(code, 0)
  chmodSync(policyFile, 0o666)
  await findsOnly({}, /^FAIL policy: .*writable by every user.*chmod 640/m)
})

test('other users can read the file of a login', async () => {
  const loginFile = join(folder, 'login')
  writeFileSync(loginFile, lab.writerUrl, { mode: 0o604 })
  chmodSync(loginFile, 0o604)
  const policy = join(folder, 'from-file.yaml')
  const text = laboratoryPolicy(lab, { ledger: true })
  writeFileSync(policy, text.replace('url_env: WAREHOUSE_URL', `url_file: ${loginFile}`))
  chmodSync(policy, 0o640)
  const env = { TASK_EDGE_POLICY: policy }
  await findsOnly(env, /^FAIL warehouse: .*login and is accessible to every user.*chmod 600/m)
  chmodSync(loginFile, 0o600)
  assert.equal((await doctor(env)).code, 0)
})

test('a policy that cannot be used ends with another code', async () => {
  const { code, err } = await doctor({ TASK_EDGE_POLICY: join(folder, 'no-such.yaml') })
  assert.match(err, /the file does not exist\. .*set TASK_EDGE_POLICY/)
  assert.equal(code, 3)
})
