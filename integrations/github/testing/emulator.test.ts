// The emulator itself: GitHub's own client agrees with it on every object, and GitHub's description catches what breaks it.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, afterEach, before, describe, test } from 'node:test'
import { Octokit } from '@octokit/rest'
import { type Emulator, startEmulator } from './emulator.ts'
import { createJudge } from './judge.ts'
import { seed } from './world.ts'

const { owner, repo } = seed
let emulator: Emulator
let octokit: Octokit

const clientOf = (auth: string): Octokit =>
  new Octokit({
    baseUrl: emulator.origin,
    auth,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })

before(async () => {
  emulator = await startEmulator()
  octokit = clientOf(seed.token)
})
after(() => emulator.close())
afterEach(() => {
  const violations = emulator.controls.takeViolations()
  emulator.controls.reset()
  assert.deepEqual(violations, [])
})

/** Without the client's own retries and plug-ins: what came back, whatever it was. */
type Init = Omit<RequestInit, 'headers'> & { token?: string; headers?: Record<string, string> }
const ask = (path: string, init: Init = {}): Promise<Response> =>
  fetch(`${emulator.origin}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { authorization: `Bearer ${init.token ?? seed.token}`, ...init.headers },
  })

const repository = `/repos/${owner}/${repo}`

const status = async (path: string, init?: Init): Promise<number> => (await ask(path, init)).status

const count = async (since: string): Promise<number> => {
  const rows = (await (await ask(`${repository}/issues?since=${since}`)).json()) as unknown[] // a list
  return rows.length
}

const of = (event: string, ...actions: string[]): string[] =>
  actions.map((action) => `${event} ${action}`)

const take = (): string[] =>
  emulator.controls.takeViolations().map(({ where, what }) => `${where}: ${what}`)

describe('GitHub’s own client', () => {
  test('creates, changes, comments, and reads back what it wrote', async () => {
    const { data: user } = await octokit.rest.users.getAuthenticated()
    assert.equal(user.login, seed.self)
    const { data: made } = await octokit.rest.issues.create({
      owner,
      repo,
      title: 'Found a bug',
      body: 'It does not work.',
      labels: ['bug', 'Urgent'],
      assignees: ['alice', 'not-a-member'],
    })
    assert.deepEqual(
      made.assignees?.map(({ login }) => login),
      ['alice'],
    )
    const issue_number = made.number
    const { data: changed } = await octokit.rest.issues.update({
      owner,
      repo,
      issue_number,
      state: 'closed',
      state_reason: 'not_planned',
    })
    assert.equal(changed.state_reason, 'not_planned')
    assert.equal(changed.closed_by, undefined)
    const { data: comment } = await octokit.rest.issues.createComment({
      owner,
      repo,
      issue_number,
      body: 'Why?',
    })
    const { data: comments } = await octokit.rest.issues.listComments({ owner, repo, issue_number })
    assert.deepEqual(comments, [comment])
    const { data: read } = await octokit.rest.issues.get({ owner, repo, issue_number })
    const { data: listed } = await octokit.rest.issues.listForRepo({ owner, repo, state: 'all' })
    assert.deepEqual(listed, [read])
    assert.deepEqual([read.title, read.comments, read.state], ['Found a bug', 1, 'closed'])
    const { data: labels } = await octokit.rest.issues.listLabelsForRepo({ owner, repo })
    assert.deepEqual(
      labels.map(({ name }) => name),
      ['bug', 'Urgent'],
    )
    const { data: people } = await octokit.rest.issues.listAssignees({ owner, repo })
    assert.deepEqual(
      people.map(({ login }) => login),
      [seed.self, ...seed.people],
    )
  })

  test('walks all pages by GitHub’s links, pull requests among them', async () => {
    for (let n = 1; n <= 13; n++) {
      emulator.controls.createIssue({ title: `Issue ${n}`, pull: n === 5 })
    }
    const all = await octokit.paginate(octokit.rest.issues.listForRepo, {
      owner,
      repo,
      per_page: 3,
      direction: 'asc',
    })
    assert.deepEqual(
      all.map(({ number }) => number),
      Array.from({ length: 13 }, (_, n) => n + 1),
    )
    assert.deepEqual(
      all.filter((issue) => issue.pull_request).map(({ number }) => number),
      [5],
    )
    const paths = emulator.controls.listRequests().map(({ path }) => path)
    assert.ok(
      paths.slice(1).every((path) => path.startsWith('/repositories/1000/issues?')),
      paths.join(),
    )
  })

  test('manages hooks, which receive every event, signed and with a delivery id', async () => {
    const got: { headers: Record<string, unknown>; body: string }[] = []
    const receiver = createServer((request, response) => {
      void text(request).then((body) => {
        got.push({ headers: request.headers, body })
        response.end()
      })
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => receiver.once('listening', resolve))
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` // it listens on TCP
    const config = { url, content_type: 'json', secret: 'a secret', insecure_ssl: '0' }
    const events = ['issues', 'issue_comment']
    const { data: hook } = await octokit.rest.repos.createWebhook({ owner, repo, config, events })
    assert.equal(hook.config.secret, '********')
    const { controls } = emulator
    const { number } = controls.createIssue({ title: 'First' })
    controls.editIssue({
      number,
      title: 'Second',
      body: 'x',
      labels: ['a'],
      assignees: ['bob'],
    })
    controls.editIssue({ number, state: 'closed', labels: [], assignees: [] })
    controls.editIssue({ number, state: 'open' })
    const { id } = controls.createComment({ number, body: 'a' })
    controls.editComment({ id, body: 'b' })
    controls.deleteComment({ id })
    controls.transferIssue({ number, to: `${emulator.origin}/repos/acme/other/issues/1` })
    controls.deleteIssue({ number: controls.createIssue({ title: 'Short-lived' }).number })
    await controls.settle()
    await octokit.rest.repos.deleteWebhook({ owner, repo, hook_id: hook.id })
    controls.createIssue({ title: 'After the hook was deleted' })
    await controls.settle()
    receiver.close()
    const received = got.map(({ headers, body }) => {
      const mac = createHmac('sha256', 'a secret').update(body).digest('hex')
      assert.equal(headers['x-hub-signature-256'], `sha256=${mac}`)
      const { action } = JSON.parse(body) as { action?: string } // as sent
      return `${String(headers['x-github-event'])} ${action ?? ''}`.trim()
    })
    assert.deepEqual(
      received.toSorted(),
      [
        'ping',
        ...of('issues', 'opened', 'edited', 'labeled', 'assigned', 'closed', 'unlabeled'),
        ...of('issues', 'unassigned', 'reopened', 'transferred', 'opened', 'deleted'),
        ...of('issue_comment', 'created', 'edited', 'deleted'),
      ].toSorted(),
    )
    assert.equal(new Set(got.map(({ headers }) => headers['x-github-delivery'])).size, got.length)
  })
})

describe('as GitHub documents it', () => {
  test('`since` is inclusive and knows whole seconds only', async () => {
    emulator.controls.setClock({ at: '2026-05-01T10:00:07Z' })
    emulator.controls.createIssue({ title: 'In that second' })
    assert.equal(await count('2026-05-01T10:00:07Z'), 1)
    assert.equal(await count('2026-05-01T10:00:08Z'), 0)
  })

  test('an unchanged list is answered 304 and costs nothing but a request', async () => {
    emulator.controls.createIssue({ title: 'One' })
    const first = await ask(`${repository}/issues`)
    const etag = first.headers.get('etag') ?? ''
    const again = await ask(`${repository}/issues`, { headers: { 'if-none-match': etag } })
    assert.deepEqual([again.status, await again.text()], [304, ''])
    emulator.controls.createIssue({ title: 'Two' })
    const changed = await ask(`${repository}/issues`, { headers: { 'if-none-match': etag } })
    assert.equal(changed.status, 200)
  })

  test('refuses wrong tokens, missing rights and what is not there', async () => {
    assert.equal(await status('/user', { token: 'wrong' }), 401)
    assert.equal((await fetch(`${emulator.origin}/user`)).status, 401)
    const create = { method: 'POST', body: '{"title":"x"}' }
    assert.equal(
      await status(`${repository}/issues`, { ...create, token: seed.readOnlyToken }),
      403,
    )
    assert.equal(await status(`${repository}/hooks`, { token: seed.readOnlyToken }), 403)
    assert.equal(await status(`${repository}/issues`, { token: seed.noAccessToken }), 404)
    assert.equal(await status(`${repository}/issues/7`), 404)
    assert.equal(await status('/repos/acme/other/issues'), 404)
    assert.equal(
      await status(`${repository}/issues`, { method: 'POST', body: '{"title":" "}' }),
      422,
    )
  })

  test('deleted issues are gone, transferred ones and renamed repositories are elsewhere', async () => {
    const { controls } = emulator
    controls.deleteIssue({ number: controls.createIssue({ title: 'Deleted' }).number })
    controls.transferIssue({
      number: controls.createIssue({ title: 'Moved' }).number,
      to: `${emulator.origin}/repos/acme/other/issues/9`,
    })
    assert.equal((await ask(`${repository}/issues/1`)).status, 410)
    const moved = await ask(`${repository}/issues/2`)
    assert.deepEqual(
      [moved.status, moved.headers.get('location')],
      [301, `${emulator.origin}/repos/acme/other/issues/9`],
    )
    assert.deepEqual(await (await ask(`${repository}/issues?state=all`)).json(), [])
    controls.renameRepository({ name: 'renamed' })
    assert.equal((await ask(repository)).status, 301)
    assert.equal((await ask(`/repos/${owner}/renamed`)).status, 200)
    controls.setIssues({ enabled: false })
  })

  test('both limits refuse as they do there', async () => {
    emulator.controls.setLimits({ remaining: 1, resetInSeconds: 100 })
    const last = await ask(repository)
    assert.deepEqual([last.status, last.headers.get('x-ratelimit-remaining')], [200, '0'])
    const over = await ask(repository)
    assert.deepEqual([over.status, over.headers.get('x-ratelimit-remaining')], [403, '0'])
    assert.equal((await ask('/rate_limit')).status, 200)
    emulator.controls.setLimits({ remaining: 5_000, writesPerMinute: 1 })
    const create = { method: 'POST', body: '{"title":"x"}' }
    assert.equal((await ask(`${repository}/issues`, create)).status, 201)
    const second = await ask(`${repository}/issues`, create)
    assert.deepEqual([second.status, second.headers.get('retry-after')], [403, '60'])
  })
})

describe('GitHub’s description as the judge', () => {
  test('catches requests that break it', async () => {
    const path = `${repository}/issues`
    await ask(`${path}?since=yesterday`)
    await ask(`${path}?color=red`)
    await ask(path, { method: 'POST', body: '{"body":"no title"}' })
    await ask(path, { method: 'POST', body: '{"title":"x","priority":"high"}' })
    await ask(path, { method: 'POST', body: '{"title":"x","labels":"bug"}' })
    assert.equal((await ask('/repos/acme/service/milestones')).status, 404)
    assert.deepEqual(take(), [
      `request: GET ${path}`,
      `request: GET ${path}`,
      `request: POST ${path}`,
      `request: POST ${path}`,
      `request: POST ${path}`,
      'request: GET /repos/acme/service/milestones',
    ])
  })

  test('catches answers and messages that break it', async () => {
    emulator.controls.createIssue({ title: 'Whole' })
    const issue = (await (await ask(`${repository}/issues/1`)).json()) as Record<string, unknown> // an object
    const judge = await createJudge()
    judge.checkResponse('issues/get', 200, issue)
    assert.equal(judge.violations.length, 0)
    judge.checkResponse('issues/get', 200, { ...issue, number: 'one' })
    judge.checkResponse('issues/get', 200, { ...issue, updated_at: 'yesterday' })
    judge.checkResponse('issues/list-for-repo', 200, issue)
    judge.checkResponse('issues/get', 418, { message: 'I am a teapot' })
    judge.checkMessage('issues', 'edited', { action: 'edited', changes: { body: null }, issue })
    judge.checkMessage('issues', 'painted', {})
    assert.deepEqual(
      judge.violations.map(({ where, what }) => `${where}: ${what}`),
      [
        'response: issues/get 200',
        'response: issues/get 200',
        'response: issues/list-for-repo 200',
        'response: issues/get 418',
        'webhook: issues-edited',
        'webhook: issues-painted',
      ],
    )
  })
})
