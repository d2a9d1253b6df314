// Connecting: what the report says about good and bad tokens and repositories, and what there is to choose from.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type FailureKind, isFailure } from '@task-service/kit'
import { discover, hosts, testConnection } from './connect.ts'
import { useScene } from './testing/scene.ts'
import { seed } from './testing/world.ts'

const scene = useScene()

const grant = (rights: Partial<{ issues: 'none' | 'read'; hooks: boolean; push: boolean }>): void =>
  scene().controls.grant({
    token: seed.token,
    login: seed.self,
    issues: 'write',
    hooks: true,
    push: true,
    ...rights,
  })
const rejects = (kind: FailureKind): Promise<void> =>
  assert.rejects(testConnection(scene().ctx), (error) => {
    assert.ok(isFailure(error, kind), String(error))
    assert.notEqual(error.facts.fix ?? '', '')
    return true
  })

describe('a test of the connection', () => {
  test('says who we are and shows an issue', async () => {
    const { ctx, controls } = scene()
    controls.createIssue({ title: 'An issue' })
    controls.createIssue({ title: 'A pull request', pull: true })
    const report = await testConnection(ctx)
    assert.deepEqual(report.self, { id: seed.self, name: seed.self })
    assert.equal(report.sample?.title, 'An issue')
    assert.deepEqual([report.missingScopes, report.warnings], [[], []])
    assert.ok(Math.abs(report.clockSkewMs ?? Number.NaN) < 30_000)
  })

  test('fails with what to do about it', async () => {
    const { controls } = scene()
    controls.revoke({ token: seed.token })
    await rejects('auth')
    grant({ issues: 'none' })
    await rejects('not_found')
    grant({})
    controls.setIssues({ enabled: false })
    await rejects('not_found')
    controls.setIssues({ enabled: true })
    controls.renameRepository({ name: 'renamed' })
    await rejects('not_found')
  })

  test('warns of what will not work as people expect', async () => {
    grant({ hooks: false, push: false })
    const { warnings } = await testConnection(scene().ctx)
    assert.match(warnings.join(), /labels and assignees.*webhooks/)
  })
})

test('there are statuses and people to choose from', async () => {
  const { ctx } = scene()
  const names = async (what: 'people' | 'statuses' | 'containers' | 'priorities') =>
    (await discover(ctx, what)).map(({ id }) => id)
  assert.deepEqual(await names('people'), [seed.self, ...seed.people])
  assert.deepEqual(await names('containers'), [`${seed.owner}/${seed.repo}`])
  assert.deepEqual(await names('priorities'), [])
  assert.equal((await names('statuses')).length, 4)
})

test('one host, with its port', () => {
  const config = { owner: 'a', repo: 'b' }
  assert.deepEqual(hosts({ ...config, base_url: 'https://api.github.com' }), ['api.github.com'])
  const own = hosts({ ...config, base_url: 'https://git.test:8443/api/v3/' })
  assert.deepEqual(own, ['git.test:8443'])
})
