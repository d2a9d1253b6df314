import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { dashboardOf, provisionUser } from '../../../../tests/harness/dashboard/dashboard.ts'
import { createDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import {
  buildLocalApi,
  HOST_SUFFIX,
  type LocalApi,
  provisionTenant,
  type TestTenant,
} from '../../../../tests/harness/service.ts'
import { dashboardHeaders } from './dashboard-headers.ts'

const directory = mkdtempSync(join(tmpdir(), 'task-service-ui-'))
const NAME = 'main-Bx12_3.js'
const page = (title: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body><script type="module" src="./assets/${NAME}"></script></body></html>`

let database: TestDatabase
let tenant: TestTenant
let api: LocalApi
let ask: ReturnType<typeof dashboardOf>

before(async () => {
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'), page('one'))
  writeFileSync(join(directory, 'secret.txt'), 'outside')
  for (const [ending, text] of [
    ['', 'plain'],
    ['.br', 'brotli'],
    ['.gz', 'zipped'],
  ] as const) {
    writeFileSync(join(directory, 'assets', NAME + ending), text)
  }
  writeFileSync(join(directory, 'assets', 'other.css'), 'a{}')
  database = await createDatabase()
  tenant = await provisionTenant(database.url, 'acme')
  const env = {
    SERVICE_ACP_HOST: HOST_SUFFIX,
    SERVICE_ACP_UI_DIR: directory,
    SERVICE_ACP_BASE_PATH: '/work',
  }
  api = await buildLocalApi({ databaseUrl: database.url, env })
  ask = dashboardOf(api, tenant, await provisionUser(database.url, tenant, 'ada'))
})

after(async () => {
  await api.stop()
  await database.drop()
  rmSync(directory, { recursive: true })
})

const nonceIn = (text: string) =>
  /<meta name="style-nonce" content="([^"]+)">/.exec(text)?.[1] ?? ''

describe('the page', () => {
  test('is the same at every URL, and contains its base path', async () => {
    for (const path of ['/ui/', '/ui/tasks', '/ui/tasks/T-142', '/ui/settings/users?x=1']) {
      const { statusCode, body, headers } = await ask(path)
      assert.equal(statusCode, 200)
      assert.match(body, /<head>\n<base href="\/work\/ui\/">\n/)
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    }
  })

  test('has a new nonce each time, which is in its policy', async () => {
    const [one, two] = [await ask('/ui/'), await ask('/ui/')]
    assert.notEqual(nonceIn(one.body), nonceIn(two.body))
    const policy = String(one.headers['content-security-policy'])
    assert.ok(policy.includes(`style-src 'self' 'nonce-${nonceIn(one.body)}';`))
    assert.doesNotMatch(policy, /unsafe/)
  })

  test('of the real dashboard contains base and nonce once', async () => {
    const written = join(import.meta.dirname, '../../../../dashboard/index.html')
    copyFileSync(written, join(directory, 'index.html'))
    const { body } = await ask('/ui/')
    assert.equal(body.match(/<base\b/g)?.length, 1)
    assert.equal(body.match(/name="style-nonce"/g)?.length, 1)
  })

  test('of a new build is served without a restart, with its files', async () => {
    assert.equal((await ask('/ui/assets/later.js')).statusCode, 404)
    writeFileSync(join(directory, 'assets', 'later.js'), 'later')
    writeFileSync(join(directory, 'index.html'), page('two'))
    utimesSync(join(directory, 'index.html'), new Date(), new Date(Date.now() + 5_000))
    assert.match((await ask('/ui/')).body, /<title>two/)
    assert.equal((await ask('/ui/assets/later.js')).body, 'later')
  })

  test('is served below the proxy path, whether or not the proxy strips it', async () => {
    for (const path of ['/work/ui/', '/ui/']) assert.equal((await ask(path)).statusCode, 200)
    for (const path of ['/', '/work', '/work/', '/work/ui', '/ui']) {
      const { statusCode, headers } = await ask(path)
      assert.deepEqual([path, statusCode, headers['location']], [path, 302, '/work/ui/'])
    }
    assert.equal((await ask('/workshop/ui/')).statusCode, 404)
  })
})

describe('a URL outside the dashboard', () => {
  const browser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

  test('is a page with the way into the dashboard, for browsers only', async () => {
    for (const path of ['/tasks', '/tasks/T-142?x=1', '/work/tasks', '/nothing/"><b>']) {
      const { statusCode, headers, body } = await ask(path, browser)
      assert.equal(statusCode, 404)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.match(body, /<base href="\/work\/ui\/">/)
      assert.doesNotMatch(body, /<b>/)
    }
    const { body } = await ask('/tasks/T-142?x=1', browser)
    assert.match(
      body,
      /<a class="button" href="\.\/tasks\/T-142">Open \/work\/ui\/tasks\/T-142<\/a>/,
    )
    for (const [path, options] of [
      ['/tasks', {}],
      ['/tasks', { ...browser, method: 'POST', body: {} }],
      ['/api/nothing', browser],
    ] as const) {
      const { statusCode, headers } = await ask(path, options)
      assert.ok(statusCode >= 400, path)
      assert.match(String(headers['content-type']), /^application\/problem\+json/)
    }
  })
})

describe('a file', () => {
  test('may be cached forever, and has the best encoding that the browser accepts', async () => {
    const sent: [string | undefined, string, string | undefined][] = [
      [undefined, 'plain', undefined],
      ['identity', 'plain', undefined],
      ['gzip, deflate, br, zstd', 'brotli', 'br'],
      ['gzip', 'zipped', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'zipped', 'gzip'],
      ['brr', 'plain', undefined],
    ]
    for (const [accepted, body, encoding] of sent) {
      const answer = await ask(`/ui/assets/${NAME}`, { headers: { 'accept-encoding': accepted } })
      assert.equal(answer.body, body, String(accepted))
      assert.equal(answer.headers['content-encoding'], encoding, String(accepted))
      assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(answer.headers['content-type'], 'text/javascript; charset=utf-8')
      assert.equal(answer.headers['vary'], 'accept-encoding')
    }
  })

  test('that is not part of the build does not exist', async () => {
    for (const name of [
      'x.js',
      `${NAME}.br`,
      '..%2fsecret.txt',
      '%2e%2e%2fsecret.txt',
      '..%5csecret.txt',
      '../secret.txt',
      '../index.html',
      'a/b.js',
      '',
      '%00',
    ]) {
      const { statusCode, body } = await ask(`/ui/assets/${name}`)
      assert.doesNotMatch(body, /outside/, name)
      assert.ok(statusCode === 404 || !name.includes('.js'), name)
    }
  })

  test('requires the password too', async () => {
    const signedOut = dashboardOf(api, tenant)
    assert.equal((await signedOut(`/ui/assets/${NAME}`)).statusCode, 401)
  })
})

describe('every response of the dashboard', () => {
  test('has the same headers, whatever it is', async () => {
    const signedOut = dashboardOf(api, tenant)
    const post = { method: 'POST', body: {} }
    const answers = await Promise.all([
      ask('/'),
      ask('/ui'),
      ask('/ui/'),
      ask(`/ui/assets/${NAME}`),
      ask('/ui/assets/x.js'),
      ask('/ui/api/me'),
      ask('/ui/api/nothing'),
      ask('/ui/api/tasks', post),
      ask('/ui/api/tasks', { method: 'PUT' }),
      ask('/ui/reset'),
      ask('/ui/reset', post),
      ask('/ui/plain/page.css'),
      ask('/ui/sign-out'),
      ask('/ui/nothing', { method: 'DELETE' }),
      signedOut('/ui/'),
      signedOut('/ui/', { headers: { accept: 'text/html' } }),
      signedOut('/ui/api/tasks', post),
    ])
    const { 'cache-control': _, 'content-security-policy': policy, ...others } = dashboardHeaders
    for (const { headers, statusCode } of answers) {
      for (const [name, value] of Object.entries(others)) assert.equal(headers[name], value, name)
      const given = String(headers['content-security-policy']).replace(/ 'nonce-[^']+'/, '')
      assert.equal(given, policy, String(statusCode))
      assert.ok(headers['cache-control'])
    }
  })
})

test('if nothing is built, the page explains how to build it', async () => {
  const env = { SERVICE_ACP_HOST: HOST_SUFFIX, SERVICE_ACP_UI_DIR: '/nonexistent' }
  const other = await buildLocalApi({ databaseUrl: database.url, env })
  const eve = await provisionUser(database.url, tenant, 'eve')
  const { statusCode, body } = await dashboardOf(other, tenant, eve)('/ui/tasks')
  await other.stop()
  assert.equal(statusCode, 503)
  assert.match(body, /npm run build/)
})
