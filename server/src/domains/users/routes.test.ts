import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  type Answered,
  type Ask,
  dashboardOf,
  PASSWORD,
  type Person,
} from '../../../../tests/harness/dashboard/dashboard.ts'
import type { TestTenant } from '../../../../tests/harness/service.ts'
import { inspect, newTenant, newUser, testApi } from '../../../../tests/harness/test-api.ts'
import { until } from '../../../../tests/operate/until.ts'

type Asker = (path: string, ask?: Ask) => Promise<Answered>

let tenant: TestTenant
let ada: Person
let ask: Asker

before(async () => {
  tenant = (await newTenant()).tenant
  ada = await newUser(tenant, 'ada')
  ask = dashboardOf(await testApi(), tenant, ada)
})

const post = (path: string, body?: unknown) => ask(path, { method: 'POST', body })

type UserBody = Record<string, unknown> & { id: string; version: number }
type Created = { user: UserBody; reset_link: { path: string; expires_at: string } | null }

async function add(username: string, password?: string): Promise<Created> {
  const body = { username, ...(password !== undefined && { password }) }
  const answer = await post('/ui/api/users', body)
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json() as Created
}

const codeOf = (answer: Answered) => `${answer.statusCode} ${String(answer.json()['code'])}`

async function opens(username: string, password: string): Promise<boolean> {
  const sendRequest = dashboardOf(await testApi(), tenant, { id: '', username, password })
  return (await sendRequest('/ui/api/me')).statusCode === 200
}

const tokenOf = ({ reset_link: link }: Created) => link?.path.split('#token=')[1] ?? ''

async function choose(token: string, password: string): Promise<Answered> {
  const sendRequest = dashboardOf(await testApi(), tenant)
  return sendRequest('/ui/reset', { method: 'POST', body: { token, password } })
}

describe('me', () => {
  test('says who and where', async () => {
    const { user, tenant: place, api_base: base } = (await ask('/ui/api/me')).json()
    assert.equal((user as UserBody).id, ada.id)
    assert.deepEqual(place, { slug: tenant.slug, name: tenant.slug })
    assert.equal(base, '/api')
  })

  test('a new password takes the place of the old one at once', async () => {
    const eve = await newUser(tenant, 'eve')
    const hers = dashboardOf(await testApi(), tenant, eve)
    const change = (current: string, next: string) =>
      hers('/ui/api/me/change-password', {
        method: 'POST',
        body: { current_password: current, new_password: next },
      })
    const next = 'seven quiet lanterns'
    assert.equal(codeOf(await change('not what it is', next)), '403 password_wrong')
    assert.equal(codeOf(await change(eve.password, 'Password1234!')), '400 password_refused')
    assert.equal(codeOf(await change(eve.password, 'eve.eve.eve.1')), '400 password_refused')
    assert.equal(codeOf(await change(eve.password, 'short')), '400 invalid_request')
    assert.equal(await opens('eve', eve.password), true)
    assert.equal((await change(eve.password, next)).statusCode, 204)
    assert.equal(await opens('eve', next), true)
    await until('the old one is refused', async () => !(await opens('eve', eve.password)))
  })
})

describe('your own password', () => {
  test('is changed by none of the ways that do not ask for the current one', async () => {
    const rosa = await newUser(tenant, 'rosa')
    const hers = dashboardOf(await testApi(), tenant, rosa)
    const own = `/ui/api/users/${rosa.id}`
    const body = { password: 'seven quiet lanterns', must_change_password: false }
    const set = await hers(`${own}/set-password`, { method: 'POST', body })
    assert.equal(codeOf(set), '403 current_password_required')
    assert.match(String(set.json()['detail']), /change-password/)
    const link = await hers(`${own}/reset-link`, { method: 'POST' })
    assert.equal(codeOf(link), '403 current_password_required')
    assert.equal(await opens('rosa', rosa.password), true)
    assert.equal((await ask(own)).json()['reset_link_expires_at'], null)
  })

  test('control: both ways are open to another user', async () => {
    const sofia = await newUser(tenant, 'sofia')
    const path = `/ui/api/users/${sofia.id}`
    assert.equal((await post(`${path}/reset-link`)).statusCode, 200)
    const body = { password: 'seven quiet lanterns' }
    assert.equal((await post(`${path}/set-password`, body)).statusCode, 200)
  })
})

describe('a password that another user knows', () => {
  const given = 'a lamp of amber glass'
  const own = 'nine wooden ferries'
  const asked: [string, Ask][] = [
    ['/ui/api/tasks', {}],
    ['/ui/api/tasks', { method: 'POST', body: { title: 'x' } }],
    ['/ui/api/users', {}],
    ['/ui/api/openapi.json', {}],
    ['/ui/api/events', {}],
    ['/ui/api/events/stream', {}],
    ['/ui/api/audit/export', {}],
  ]

  test('opens nothing but the way to another one', async () => {
    await add('olga', given)
    const person = { id: '', username: 'olga', password: given }
    const hers = dashboardOf(await testApi(), tenant, person)
    for (const [path, options] of asked) {
      assert.equal(codeOf(await hers(path, options)), '403 password_change_required', path)
    }
    assert.equal((await hers('/ui/api/me')).statusCode, 200)
    assert.notEqual((await hers('/ui/tasks')).statusCode, 403)
    const body = { current_password: given, new_password: own }
    const changed = await hers('/ui/api/me/change-password', { method: 'POST', body })
    assert.equal(changed.statusCode, 204)
    const after = dashboardOf(await testApi(), tenant, { ...person, password: own })
    assert.equal((await after('/ui/api/tasks')).statusCode, 200)
  })

  test('control: the same requests are answered as soon as the mark is gone', async () => {
    await add('petra', given)
    const hers = dashboardOf(await testApi(), tenant, {
      id: '',
      username: 'petra',
      password: given,
    })
    assert.equal((await hers('/ui/api/tasks')).statusCode, 403)
    await inspect(
      `update users set must_change_password = false, password_version = password_version + 1
       where tenant_id = $1 and username = 'petra'`,
      [tenant.id],
    )
    await until('it is noticed', async () => (await hers('/ui/api/tasks')).statusCode === 200)
    for (const [path, options] of asked.filter(([name]) => !name.endsWith('/stream'))) {
      assert.ok((await hers(path, options)).statusCode < 300, path)
    }
  })
})

describe('a user', () => {
  test('is added with a link, which works once', async () => {
    const created = await add('Grace')
    assert.equal(created.user['username'], 'grace')
    assert.equal(created.user['has_password'], false)
    assert.match(created.reset_link?.path ?? '', /^\/ui\/reset#token=[A-Za-z0-9_-]{43}$/)
    const token = tokenOf(created)
    assert.equal(codeOf(await choose(token, 'password1234')), '400 password_refused')
    assert.equal(codeOf(await choose('x'.repeat(43), PASSWORD)), '410 reset_link_invalid')
    assert.equal((await choose(token, 'seven quiet lanterns')).statusCode, 204)
    assert.equal(codeOf(await choose(token, 'eight loud lanterns')), '410 reset_link_invalid')
    assert.equal(await opens('grace', 'seven quiet lanterns'), true)
    assert.equal((await ask(`/ui/api/users/${created.user.id}`)).json()['has_password'], true)
  })

  test('is added with a password, and asked for another one', async () => {
    const { user, reset_link: link } = await add('hedy', 'a lamp of amber glass')
    assert.equal(link, null)
    assert.equal(user['must_change_password'], true)
    assert.equal(await opens('hedy', 'a lamp of amber glass'), true)
  })

  test('has a unique name, regardless of case', async () => {
    await add('ida')
    assert.equal(codeOf(await post('/ui/api/users', { username: 'IDA' })), '409 username_taken')
    for (const username of ['', 'a:b', 'a b', '-x', 'x'.repeat(65), 'ä']) {
      assert.equal(codeOf(await post('/ui/api/users', { username })), '400 invalid_request')
    }
  })

  test('is renamed, unless it has changed since it was read', async () => {
    const { user } = await add('joan')
    const path = `/ui/api/users/${user.id}`
    const patch = (body: unknown, version: number) =>
      ask(path, { method: 'PATCH', body, headers: { 'if-match': `"${version}"` } })
    const renamed = await patch({ name: 'Joan Clarke', username: 'jclarke' }, 1)
    assert.equal(renamed.statusCode, 200)
    assert.equal(renamed.headers['etag'], '"2"')
    assert.equal(renamed.json()['name'], 'Joan Clarke')
    assert.equal(codeOf(await patch({ name: 'x' }, 1)), '412 version_mismatch')
    assert.equal(codeOf(await patch({ username: 'ada' }, 2)), '409 username_taken')
  })

  test('is disabled and enabled; the link they had ends', async () => {
    const created = await add('kay')
    const path = `/ui/api/users/${created.user.id}`
    const disabled = await post(`${path}/disable`)
    assert.equal(disabled.statusCode, 200)
    assert.notEqual(disabled.json()['disabled_at'], null)
    assert.equal(codeOf(await choose(tokenOf(created), PASSWORD)), '410 reset_link_invalid')
    assert.equal(codeOf(await post(`${path}/reset-link`)), '409 user_disabled')
    assert.equal((await post(`${path}/enable`)).json()['disabled_at'], null)
    const link = (await post(`${path}/reset-link`)).json()
    assert.match(String(link['path']), /#token=/)
  })

  test('gets a new link in place of the old one, for 24 hours', async () => {
    const created = await add('lise')
    const path = `/ui/api/users/${created.user.id}/reset-link`
    const second = (await post(path)).json() as { path: string; expires_at: string }
    const hours = (Date.parse(second.expires_at) - Date.now()) / 3_600_000
    assert.ok(hours > 23.9 && hours <= 24, `${hours} h`)
    assert.equal(codeOf(await choose(tokenOf(created), PASSWORD)), '410 reset_link_invalid')
    await inspect('update password_resets set expires_at = now() where tenant_id = $1', [tenant.id])
    const token = tokenOf({ ...created, reset_link: second })
    assert.equal(codeOf(await choose(token, PASSWORD)), '410 reset_link_invalid')
  })

  test('gets a password that another user sets', async () => {
    const { user } = await add('mary', 'a lamp of amber glass')
    const path = `/ui/api/users/${user.id}/set-password`
    assert.equal(codeOf(await post(path, { password: '123456789012' })), '400 password_refused')
    const set = await post(path, { password: 'ten paper windmills' })
    assert.equal(set.json()['must_change_password'], true)
    assert.equal(await opens('mary', 'ten paper windmills'), true)
  })

  test('of another tenant is not there', async () => {
    const other = (await newTenant()).tenant
    const { id } = await newUser(other, 'nell')
    const missing = `usr_${'0'.repeat(32)}`
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'x' }],
      ['POST', '/disable', undefined],
      ['POST', '/enable', undefined],
      ['POST', '/set-password', { password: 'ten paper windmills' }],
      ['POST', '/reset-link', undefined],
    ] as const) {
      const seen = await Promise.all(
        [id, missing].map(async (user) => {
          const answer = await ask(`/ui/api/users/${user}${rest}`, { method, body })
          return { ...answer.json(), request_id: '' }
        }),
      )
      assert.equal((seen[0] as Record<string, unknown>)['code'], 'user_not_found')
      assert.deepEqual(seen[0], seen[1])
    }
  })

  test('who is the last to sign in cannot be disabled', async () => {
    const other = (await newTenant()).tenant
    const only = await newUser(other, 'olga')
    const hers = dashboardOf(await testApi(), other, only)
    const answer = await hers(`/ui/api/users/${only.id}/disable`, { method: 'POST' })
    assert.equal(codeOf(answer), '409 user_required')
  })
})

describe('the list', () => {
  test('has every user once, page by page, and no password', async () => {
    const other = (await newTenant()).tenant
    const pat = await newUser(other, 'pat')
    for (const name of ['quinn', 'rita', 'sam']) await newUser(other, name)
    const hers = dashboardOf(await testApi(), other, pat)
    const names: string[] = []
    for (let next: string | undefined = '/ui/api/users?limit=3'; next; ) {
      const answer: Answered = await hers(next)
      names.push(...(answer.json()['data'] as UserBody[]).map(({ username }) => String(username)))
      assert.doesNotMatch(answer.body, /argon2|hash/)
      const { link } = answer.headers
      next = typeof link === 'string' ? /^<([^>]+)>/.exec(link)?.[1] : undefined
    }
    assert.deepEqual(names, ['pat', 'quinn', 'rita', 'sam'])
  })
})

test('every change is recorded, without a password or a token', async () => {
  const { user } = await add('tess', 'a lamp of amber glass')
  await post(`/ui/api/users/${user.id}/reset-link`)
  await post(`/ui/api/users/${user.id}/disable`)
  const rows = await inspect<{ action: string; actor: string; changes: unknown }>(
    `select action, actor, changes from audit_entries
     where subject_id = replace($1, 'usr_', '')::uuid order by id`,
    [user.id],
  )
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['user.created', 'user.reset_link_made', 'user.disabled'],
  )
  assert.ok(rows.every(({ actor }) => actor === `user:${ada.id}`))
  assert.doesNotMatch(JSON.stringify(rows), /amber|token/)
})

test('nothing in the database can be sent as a password or a token', async () => {
  await add('uma', 'a lamp of amber glass')
  const link = await add('vera')
  const [dump] = await inspect<{ text: string }>(
    `select string_agg(u::text, ' ')
         || (select string_agg(r::text, ' ') from password_resets r where tenant_id = $1) as text
       from users u where tenant_id = $1`,
    [tenant.id],
  )
  assert.ok(dump?.text.includes('$argon2id$'))
  assert.doesNotMatch(dump?.text ?? '', /amber/)
  assert.ok(!dump?.text.includes(tokenOf(link)))
})
