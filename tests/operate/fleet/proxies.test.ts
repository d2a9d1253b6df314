// The generated files in the real proxies: each host reaches its cell, others get 421, and HAProxy takes changes while it runs.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../../server/src/db/sql.ts'
import {
  type Directory,
  withDirectory,
} from '../../../server/src/fleet/directory/open-directory.ts'
import {
  claimSlug,
  confirmClaim,
  releaseSlug,
} from '../../../server/src/fleet/directory/placements.ts'
import { uuidv7 } from '../../../server/src/lib/uuid.ts'
import { childEnv } from '../../harness/child-env.ts'
import { findFreePort } from '../../harness/free-port.ts'
import { askHost } from '../../harness/network/ask-host.ts'
import { type CellBackend, startCellBackend } from '../../harness/network/cell-backend.ts'
import { type CellProxy, guideBlock, startCellProxy } from '../../harness/network/cell-proxy.ts'
import { MAIN } from '../../harness/service.ts'
import { hasNginx, startNginx } from '../nginx.ts'
import { until } from '../until.ts'
import { type FleetLab, HOST, startFleetLab } from './fleet-lab.ts'

let lab: FleetLab
let backends: CellBackend[]

const edit = <T>(work: (directory: Directory) => Promise<T>) =>
  withDirectory(lab.directoryUrl, work)

async function place(slug: string, cell: string): Promise<void> {
  await edit(async (directory) => {
    const claim = { slug, tenantId: uuidv7(), cell }
    await claimSlug(directory, claim)
    await confirmClaim(directory, claim)
  })
}

const generate = async (format: string, hosts: string, cells: string) => {
  await lab.run(`cell map --format ${format} --out ${join(lab.folder, hosts)}`)
  await lab.run(`cell config --format ${format} --out ${join(lab.folder, cells)}`)
}

const read = (name: string): string => readFileSync(join(lab.folder, name), 'utf8')
const readJson = (name: string) => JSON.parse(read(name)) // the test checks what it reads

before(async () => {
  lab = await startFleetLab()
  backends = await Promise.all([startCellBackend('eu-1'), startCellBackend('eu-2')])
  for (const { name, address } of backends) await lab.run(`cell add ${name} --backend ${address}`)
  await place('acme', 'eu-1')
  await place('globex', 'eu-2')
})

after(async () => {
  for (const backend of backends) backend.stop()
  await lab.stop()
})

async function checkHosts(port: number): Promise<void> {
  assert.equal((await askHost(port, `acme.${HOST}`)).body, `eu-1 acme.${HOST}`)
  assert.match((await askHost(port, `globex.${HOST}:80`)).body, /^eu-2 /)
  const unknown = await askHost(port, `missing.${HOST}`)
  assert.equal(unknown.status, 421)
  assert.equal(unknown.type, 'application/problem+json')
  const problem = JSON.parse(unknown.body) as Record<string, unknown>
  assert.equal(problem['code'], 'unknown_tenant')
  assert.equal(problem['status'], 421)
}

test('the same directory gives the same bytes', async () => {
  for (const format of ['haproxy', 'nginx', 'caddy', 'envoy']) {
    await generate(format, `${format}.first`, `${format}.cells`)
    await generate(format, `${format}.second`, `${format}.cells2`)
    assert.equal(read(`${format}.first`), read(`${format}.second`))
    assert.equal(read(`${format}.cells`), read(`${format}.cells2`))
  }
  const { stderr } = await lab.run('cell map --format apache --out x', { code: 2 })
  assert.match(stderr, /--format must be one of haproxy/)
})

test('Envoy: one virtual host for each cell, and one for all other hosts', async () => {
  await generate('envoy', 'hosts.json', 'cells.json')
  const [routes] = readJson('hosts.json').resources
  const domains = routes.virtual_hosts.map((host: { name: string; domains: string[] }) => [
    host.name,
    host.domains,
  ])
  assert.deepEqual(domains, [
    ['eu-1', [`acme.${HOST}`]],
    ['eu-2', [`globex.${HOST}`]],
    ['unknown_tenant', ['*']],
  ])
  assert.equal(routes.virtual_hosts[2].routes[0].direct_response.status, 421)
  assert.deepEqual(
    readJson('cells.json').resources.map(({ name }: { name: string }) => name),
    ['eu-1', 'eu-2'],
  )
})

test('nginx', { skip: hasNginx() ? false : 'nginx is missing' }, async () => {
  await generate('nginx', 'hosts.conf', 'cells.conf')
  const nginx = await startNginx((port) =>
    guideBlock('nginx')
      .replaceAll('/etc/nginx', lab.folder)
      .replace('listen 80', `listen 127.0.0.1:${port}`),
  )
  try {
    await checkHosts(nginx.port)
  } finally {
    await nginx.stop()
  }
})

const CADDY = '/usr/bin/caddy'

test('Caddy', { skip: existsSync(CADDY) ? false : 'Caddy is missing' }, async () => {
  await generate('caddy', 'hosts.caddy', 'cells.caddy')
  const port = await findFreePort()
  const site = guideBlock('')
    .replaceAll('/etc/caddy', lab.folder)
    .replace('http:// {', `http://:${port} {`)
  writeFileSync(join(lab.folder, 'Caddyfile'), `{\n\tadmin off\n}\n${site}`)
  const env = { ...childEnv(), HOME: lab.folder }
  const child = spawn(CADDY, ['run', '--config', join(lab.folder, 'Caddyfile')], {
    env,
    stdio: 'ignore',
  })
  try {
    await until(
      'Caddy answers',
      async () => (await askHost(port, 'x').catch(() => undefined)) !== undefined,
    )
    await checkHosts(port)
  } finally {
    child.kill('SIGKILL')
  }
})

describe('HAProxy', {
  skip: existsSync('/usr/sbin/haproxy') ? false : 'HAProxy is missing',
}, () => {
  let proxy: CellProxy
  const push = (more = '') =>
    lab.run(
      `cell push --haproxy ${proxy.socket} --map ${join(lab.folder, 'hosts.map')} --json${more}`,
    )

  before(async () => {
    await generate('haproxy', 'hosts.map', 'cells.cfg')
    proxy = await startCellProxy(lab.folder)
  })
  after(() => proxy.stop())

  test('each host reaches its cell, in any case', async () => {
    await checkHosts(proxy.port)
    assert.match((await askHost(proxy.port, `GLOBEX.${HOST}`)).body, /^eu-2 /)
  })

  test('a key of the map that is no host cannot be reached', async () => {
    assert.equal((await askHost(proxy.port, 'directory:revision')).status, 421)
    assert.equal((await askHost(proxy.port, `acme.${HOST}.`)).status, 200)
  })

  test('push sets, adds and removes hosts, and is not needed twice', async () => {
    await place('initech', 'eu-2')
    await edit(async (directory) => {
      await releaseSlug(directory, { slug: 'globex', cell: 'eu-2' }, ['active'])
    })
    await place('globex', 'eu-1')
    await edit((directory) => releaseSlug(directory, { slug: 'acme', cell: 'eu-1' }, ['active']))
    assert.match((await askHost(proxy.port, `globex.${HOST}`)).body, /^eu-2 /)
    const [first] = (await push()).json()['pushed'] as Record<string, unknown>[]
    assert.equal(first?.['changes'], 3)
    assert.match((await askHost(proxy.port, `globex.${HOST}`)).body, /^eu-1 /)
    assert.match((await askHost(proxy.port, `initech.${HOST}`)).body, /^eu-2 /)
    assert.equal((await askHost(proxy.port, `acme.${HOST}`)).status, 421)
    const [second] = (await push()).json()['pushed'] as Record<string, unknown>[]
    assert.equal(second?.['changes'], 0)
  })

  test('a claim that was never confirmed is not in the map', async () => {
    await edit((directory) =>
      claimSlug(directory, { slug: 'hooli', tenantId: uuidv7(), cell: 'eu-1' }),
    )
    await push()
    assert.equal((await askHost(proxy.port, `hooli.${HOST}`)).status, 421)
  })

  test('many changes, or a directory from a backup, replace the map at once', async () => {
    await edit(async (directory) => {
      await directory.rows(sql`with revision as (
          update directory.fleet set revision = revision + 1 returning revision)
        insert into directory.tenants (slug, tenant_id, cell, status, revision)
        select 'many-' || number, gen_random_uuid(), 'eu-2', 'active', revision
        from generate_series(1, 3000) number, revision`)
    })
    const [many] = (await push()).json()['pushed'] as Record<string, unknown>[]
    assert.equal(many?.['changes'], null)
    assert.match((await askHost(proxy.port, `many-2999.${HOST}`)).body, /^eu-2 /)
    assert.match((await askHost(proxy.port, `globex.${HOST}`)).body, /^eu-1 /)
    await edit(async (directory) => {
      await directory.rows(sql`delete from directory.tenants where slug = 'many-1'`)
      await directory.rows(sql`update directory.fleet set revision = 1`)
    })
    const [restored] = (await push()).json()['pushed'] as Record<string, unknown>[]
    assert.deepEqual([restored?.['changes'], restored?.['to']], [null, '1'])
    assert.equal((await askHost(proxy.port, `many-1.${HOST}`)).status, 421)
  })

  test('with --follow a change is effective at once', async () => {
    const args = [
      'cell',
      'push',
      '--haproxy',
      proxy.socket,
      '--map',
      join(lab.folder, 'hosts.map'),
      '--follow',
    ]
    const env = childEnv({ SERVICE_ACP_DIRECTORY_URL: lab.directoryUrl, SERVICE_ACP_HOST: HOST })
    const child = spawn(process.execPath, [MAIN, ...args], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let notes = ''
    child.stderr.on('data', (chunk: Buffer) => void (notes += chunk.toString()))
    try {
      await until('it follows', () => notes.includes('Following'))
      await place('umbrella', 'eu-1')
      await until(
        'the change is effective',
        async () => (await askHost(proxy.port, `umbrella.${HOST}`)).status === 200,
      )
    } finally {
      child.kill('SIGKILL')
    }
  })

  test('a wrong socket or map is named', async () => {
    const wrongMap = `cell push --haproxy ${proxy.socket} --map /nowhere/hosts.map`
    assert.match((await lab.run(wrongMap, { code: 7 })).stdout, /has no map \/nowhere\/hosts\.map/)
    const wrongSocket = `cell push --haproxy /nowhere.sock --map x`
    assert.match((await lab.run(wrongSocket, { code: 7 })).stdout, /stats socket \/nowhere\.sock/)
  })
})
