import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { answerProblem } from '../problems.ts'
import { logRequests } from '../request-log.ts'
import { bindDocsPages } from './docs-pages.ts'

const parent = mkdtempSync(join(tmpdir(), 'task-service-docs-'))
const directory = join(parent, 'dist')
const html = '<!doctype html><html><head><title>Page</title></head><body></body></html>'

function write(name: string, text = html): void {
  mkdirSync(dirname(join(directory, name)), { recursive: true })
  writeFileSync(join(directory, name), text)
}

let app: FastifyInstance

before(async () => {
  app = Fastify()
  logRequests(app)
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply))
  await app.register(async (docs) => bindDocsPages(docs, { directory, basePath: '/work' }), {
    prefix: '/docs',
  })
})

after(async () => {
  await app.close()
  rmSync(parent, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers })

/** Without what the test of another case wrote. */
function build(name: string): void {
  rmSync(directory, { recursive: true, force: true })
  writeFileSync(join(parent, 'secret.txt'), 'outside')
  write('index.html')
  write('404.html', html.replace('Page', 'Not found'))
  write('guide/tasks/index.html')
  write('guide/tasks/index.html.br', 'brotli')
  write('guide/tasks/index.html.gz', 'gzip')
  write('_astro/main.Bx12.js', 'let a')
  write('files/examples/receiver.py', 'print(1)')
  write('pagefind/fragment/en_1.pf_fragment', 'packed')
  symlinkSync(join(parent, 'secret.txt'), join(directory, 'link.txt'))
  write('.made-from', name)
}

describe('without a build', () => {
  test('the page says how to build it, and the service works', async () => {
    const response = await get('/docs/')
    assert.equal(response.statusCode, 503)
    assert.match(response.body, /npm run build -- docs/)
    assert.match(response.body, /<base href="\/work\/ui\/">/)
  })
})

describe('with a build', () => {
  before(() => build('one'))

  test('a page is sent in the best encoding that the client accepts', async () => {
    const url = '/docs/guide/tasks/'
    assert.equal((await get(url)).body, html)
    for (const [accepted, encoding, body] of [
      ['gzip, br', 'br', 'brotli'],
      ['gzip', 'gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip', 'gzip'],
    ] as const) {
      const response = await get(url, { 'accept-encoding': accepted })
      assert.deepEqual([response.headers['content-encoding'], response.body], [encoding, body])
      assert.equal(response.headers['vary'], 'accept-encoding')
      assert.equal(response.headers['content-type'], 'text/html; charset=utf-8')
    }
  })

  test('every kind of file has its type and age', async () => {
    for (const [path, type, age] of [
      ['', 'text/html; charset=utf-8', 'public, max-age=300'],
      ['_astro/main.Bx12.js', 'text/javascript; charset=utf-8', 'immutable'],
      ['files/examples/receiver.py', 'text/plain; charset=utf-8', 'public, max-age=300'],
      ['pagefind/fragment/en_1.pf_fragment', 'application/octet-stream', 'public, max-age=300'],
    ] as const) {
      const { statusCode, headers } = await get(`/docs/${path}`)
      assert.deepEqual([statusCode, headers['content-type']], [200, type])
      assert.ok(String(headers['cache-control']).endsWith(age), path)
    }
  })

  test('an unchanged page is not sent again; a page of another build or encoding is', async () => {
    const { headers } = await get('/docs/')
    const etag = String(headers['etag'])
    const unchanged = await get('/docs/', { 'if-none-match': etag })
    assert.deepEqual([unchanged.statusCode, unchanged.body], [304, ''])
    assert.equal(unchanged.headers['etag'], etag)
    const other = await get('/docs/guide/tasks/', { 'accept-encoding': 'br' })
    assert.notEqual((await get('/docs/guide/tasks/')).headers['etag'], other.headers['etag'])
    build('two: another length')
    assert.equal((await get('/docs/', { 'if-none-match': etag })).statusCode, 200)
  })

  test('a path without its slash leads to the page, below the path of the proxy', async () => {
    for (const [url, location] of [
      ['/docs', '/work/docs/'],
      ['/docs/guide/tasks', '/work/docs/guide/tasks/'],
    ]) {
      const response = await get(String(url))
      assert.deepEqual([response.statusCode, response.headers['location']], [301, location])
    }
  })

  test('an unknown path gets a page in a browser and an error elsewhere', async () => {
    const page = await get('/docs/guide/none/', { accept: 'text/html' })
    assert.equal(page.statusCode, 404)
    assert.match(page.body, /<head><base href="\/work\/docs\/"><title>Not found/)
    const problem = await get('/docs/guide/none/')
    assert.deepEqual([problem.statusCode, problem.json()['code']], [404, 'route_not_found'])
  })

  test('no path leads out of the folder', async () => {
    for (const path of [
      '../secret.txt',
      '%2e%2e/secret.txt',
      '..%2fsecret.txt',
      'guide/%2e%2e%2f%2e%2e%2fsecret.txt',
      '/secret.txt',
      '%2fetc/passwd',
      '..%5csecret.txt',
      'index.html%00.css',
      'link.txt',
      '.made-from',
      'guide/tasks/../../../secret.txt',
    ]) {
      const response = await get(`/docs/${path}`)
      assert.ok([301, 404].includes(response.statusCode), `${path}: ${response.statusCode}`)
      assert.ok(!response.body.includes('outside'))
    }
    assert.equal((await get('/docs/index.html')).statusCode, 200, 'control: a path that exists')
  })

  test('scripts and styles inside of a page are not allowed, and nothing from elsewhere', async () => {
    for (const url of ['/docs/', '/docs/none', '/docs/_astro/main.Bx12.js']) {
      const { headers } = await get(url)
      const policy = String(headers['content-security-policy'])
      assert.match(
        policy,
        /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';/,
      )
      assert.ok(!/unsafe-inline|'unsafe-eval'|https?:|\*/.test(policy))
      assert.equal(headers['x-content-type-options'], 'nosniff')
    }
  })

  test('HEAD has the headers of GET', async () => {
    const response = await get('/docs/', {}, 'HEAD')
    assert.deepEqual([response.statusCode, response.body], [200, ''])
    assert.equal(response.headers['etag'], (await get('/docs/')).headers['etag'])
  })
})
