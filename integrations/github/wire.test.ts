// Recorded answers of the real GitHub go through the same reading as everything else.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { Failure, type HttpRequest, type HttpResponse } from '@task-service/kit'
import { call, findLink, getAll } from './call.ts'
import { pull } from './pull.ts'
import { type Context, type Issue, readStatus, readTask, writeStatus } from './wire.ts'

type Recorded = {
  method: string
  path: string
  status: number
  response: unknown
  headers: Record<string, string | number>
}

const fixtures = dirname(createRequire(import.meta.url).resolve('@octokit/fixtures/package.json'))

const readScenario = (name: string): Recorded[] => {
  const file = join(fixtures, 'scenarios', 'api.github.com', name, 'normalized-fixture.json')
  return JSON.parse(readFileSync(file, 'utf8')) as Recorded[] // GitHub's recordings
}

const headersOf = ({ headers }: Recorded): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  )

/** Answers as recorded; of the query only the page counts, since the recording asked for other filters. */
function replay(name: string): { ctx: Context; asked: HttpRequest[] } {
  const recorded = readScenario(name)
  const asked: HttpRequest[] = []
  const request = async (wanted: HttpRequest): Promise<HttpResponse> => {
    asked.push(wanted)
    const { pathname, searchParams } = new URL(wanted.url)
    const found = recorded.find(({ method, path }) => {
      const known = new URL(path, 'https://api.github.com')
      return (
        method.toUpperCase() === wanted.method &&
        known.pathname === pathname &&
        (known.searchParams.get('page') ?? '1') === (searchParams.get('page') ?? '1')
      )
    })
    if (found === undefined) throw new Failure('unreachable', `not recorded: ${wanted.url}`)
    const { status, response } = found
    return { status, headers: headersOf(found), body: JSON.stringify(response) }
  }
  const config = { base_url: 'https://api.github.com', owner: 'octokit-fixture-org', repo: name }
  const ctx: Context = {
    config,
    http: { request },
    secret: (secret) => ({ secret }),
    log: () => {},
    signal: new AbortController().signal,
    now: () => new Date('2026-01-01T00:00:00Z'),
  }
  return { ctx, asked }
}

test('the recorded pages of issues are all read, by the recorded links', async () => {
  const { ctx, asked } = replay('paginate-issues')
  const issues = await getAll<Issue>(ctx, '/issues?per_page=3')
  assert.equal(issues.length, 13)
  assert.equal(asked.length, 5)
  const tasks = issues.map((issue) => readTask(issue, [], ctx.config))
  assert.deepEqual(tasks[0]?.ref, { id: '13' })
  assert.deepEqual(tasks[0]?.fields, {
    title: 'Test issue 13',
    description: '',
    status: 'open',
    assignee: null,
    labels: [],
  })
})

test('a pull stands recordings of one second, whatever their order', async () => {
  const { ctx } = replay('paginate-issues')
  const recorded = ctx.http.request
  // The comments of these issues were not recorded.
  ctx.http.request = async (wanted) =>
    wanted.url.includes('/comments') ? { status: 200, headers: {}, body: '[]' } : recorded(wanted)
  const ids = new Set<string>()
  for await (const item of pull(ctx, null, { limit: 3 })) {
    if (item.kind === 'upsert') ids.add(item.task.ref.id)
  }
  assert.equal(ids.size, 13)
})

test('recorded labels are read, and a recorded error is reported in GitHub’s words', async () => {
  const labels = await getAll<{ name: string }>(replay('labels').ctx, '/labels')
  assert.ok(labels.some(({ name }) => name === 'bug'))
  const { ctx } = replay('errors')
  const refused = call(ctx, {
    method: 'POST',
    to: '/labels',
    body: { name: 'x', color: 'invalid' },
  })
  await assert.rejects(refused, (error) => {
    assert.ok(error instanceof Failure && error.kind === 'invalid')
    assert.equal(error.facts.vendorText, 'Validation Failed; color invalid')
    return true
  })
})

test('links are found in any order, also without what is asked for', () => {
  const header = '<https://a.test/x?page=1>; rel="prev", <https://a.test/x?page=3>; rel="next"'
  assert.equal(findLink(header, 'next'), 'https://a.test/x?page=3')
  assert.equal(findLink(header, 'last'), undefined)
  assert.equal(findLink('', 'next'), undefined)
})

test('each status goes there and back', () => {
  const base = { state: 'open' } as Issue // nothing else is read
  for (const status of ['open', 'closed:completed', 'closed:not_planned', 'closed:duplicate']) {
    assert.equal(readStatus({ ...base, ...writeStatus(status) }), status)
  }
  assert.equal(readStatus({ ...base, state: 'open', state_reason: 'reopened' }), 'open')
  assert.equal(readStatus({ ...base, state: 'closed', state_reason: null }), 'closed:completed')
  assert.equal(readStatus({ ...base, state: 'closed', state_reason: 'news' }), 'closed:completed')
})
