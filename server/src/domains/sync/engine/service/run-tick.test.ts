// The engine as a whole, on a real database and with a vendor in memory: what comes in, what goes out, and that both
// sides end up the same.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Failure } from '@task-service/kit'
import { openStage, type Stage } from '../../../../../../tests/harness/sync/stage.ts'
import type { SceneOptions } from '../../../../../../tests/harness/sync/sync-scene.ts'

let stage: Stage

before(async () => {
  stage = await openStage()
})
after(() => stage.stop())

const scene = (options?: SceneOptions) => stage.scene(options)

describe('what is there comes in', () => {
  it('becomes tasks with their words, links and comments, in batches', async () => {
    const { vendor, settle, tasks, taskOf, commentsOf, rows, warnings } = await scene({
      mapping: { labels: ['from-memory'], queue: 'inbox' },
    })
    vendor.pageSize = 10
    for (let i = 0; i < 25; i++) vendor.create({})
    vendor.edit('3', { status: '5', priority: 'p1', assignee: '8', labels: ['bug'] })
    vendor.comment('4', 'Have you tried it?')
    await settle()
    assert.deepEqual(warnings, [])
    assert.equal((await tasks()).length, 25)
    const task = await taskOf('3')
    assert.equal(task.status, 'completed')
    assert.ok(task.settled_at, 'it came in finished')
    assert.deepEqual(
      [task.priority, task.assignee, task.queue],
      ['urgent', 'mara@example.com', 'inbox'],
    )
    assert.deepEqual(task.labels, ['bug', 'from-memory'])
    assert.deepEqual([task.origin.kind, task.origin.external_id], ['integration', '3'])
    const [comment] = await commentsOf(await taskOf('4'))
    assert.match(String(comment?.['body']), /Mara Lind[\s\S]*Have you tried it/)
    const [run] = await rows('select * from sync_runs where tenant_id = $1')
    assert.deepEqual(
      [
        run?.['state'],
        run?.['cause'],
        run?.['read_count'],
        run?.['created_count'],
        run?.['total_count'],
      ],
      ['succeeded', 'first', 25, 25, 25],
    )
    assert.equal(vendor.writes.length, 0, 'nothing was written there')
  })

  it('changes come in, once', async () => {
    const { vendor, settle, taskOf, pullNow, rows } = await scene()
    const id = vendor.create({ title: 'Old' })
    await settle()
    vendor.edit(id, { title: 'New', status: '2' })
    await pullNow()
    await settle()
    const task = await taskOf(id)
    assert.deepEqual([task.title, task.status], ['New', 'in_progress'])
    await pullNow()
    await settle()
    assert.equal((await taskOf(id)).version, task.version)
    assert.equal(vendor.writes.length, 0)
    const steps = await rows(`select direction from link_history where tenant_id = $1`)
    assert.deepEqual(
      steps.map((step) => step['direction']),
      ['in'],
    )
  })

  it('one that cannot be stored keeps no other waiting', async () => {
    const { vendor, settle, tasks, rows, pullNow } = await scene()
    vendor.create({})
    const bad = vendor.create({})
    vendor.create({})
    vendor.get(bad).updatedAt = 'never'
    await settle()
    assert.equal((await tasks()).length, 2)
    const [failure] = await rows('select * from sync_failures where tenant_id = $1')
    assert.equal(failure?.['external_id'], bad)
    vendor.edit(bad, { title: 'fixed' })
    await pullNow()
    await settle()
    assert.equal((await tasks()).length, 3)
    assert.deepEqual(await rows('select * from sync_failures where tenant_id = $1'), [])
  })

  it('a sweep finds what was deleted; an id that was given away again is another item', async () => {
    const { vendor, settle, taskOf, tasks, as, person, integrationId, linkState } = await scene()
    const [gone, kept] = [vendor.create({}), vendor.create({})]
    await settle()
    const task = await taskOf(gone)
    vendor.remove(gone)
    const { requestSync } = await import('../../runs/service/request-sync.ts')
    await as(person, (ctx) => requestSync(ctx, integrationId, { full: true }))
    await settle()
    assert.deepEqual([await linkState(gone), await linkState(kept)], [['gone'], ['active']])
    const canceled = (await tasks()).find(({ id }) => id === task.id)
    assert.equal(canceled?.status, 'canceled')
    vendor.items.set(gone, {
      ...vendor.get(kept),
      id: gone,
      createdAt: '2030-01-01T00:00:00.000Z',
      seq: 1e6,
      version: 9,
    })
    await as(person, (ctx) => requestSync(ctx, integrationId))
    await settle()
    assert.deepEqual(await linkState(gone), ['gone', 'active'])
    assert.notEqual((await taskOf(gone)).id, task.id)
  })
})

describe('what happens here goes there', () => {
  it('is written once, read back, and settles the task', async () => {
    const { vendor, settle, taskOf, change, rows, warnings } = await scene()
    const id = vendor.create({})
    await settle()
    await change(await taskOf(id), { title: 'Better', status: 'completed' })
    await settle()
    assert.deepEqual(warnings, [])
    assert.deepEqual(vendor.writes, [
      {
        kind: 'update',
        ref: { id, createdAt: vendor.get(id).createdAt },
        fields: { title: 'Better', status: '5' },
      },
    ])
    const task = await taskOf(id)
    assert.ok(task.settled_at)
    const [change1, ...more] = await rows('select * from write_backs where tenant_id = $1')
    assert.deepEqual([change1?.['state'], change1?.['tries'], more.length], ['confirmed', 1, 0])
    const events = await rows(
      `select type, actor from events where tenant_id = $1 and type = 'task.settled'`,
    )
    assert.equal(events.length, 1)
  })

  it('comments go there once, and do not come back', async () => {
    const { vendor, settle, taskOf, say, commentsOf, pullNow } = await scene()
    const id = vendor.create({})
    await settle()
    const task = await taskOf(id)
    await say(task, 'On it.')
    await settle()
    await pullNow()
    await settle()
    assert.deepEqual(
      vendor.get(id).comments.map(({ body }) => body),
      ['On it.'],
    )
    assert.equal((await commentsOf(task)).length, 1)
  })

  it('new tasks of a queue are made there, once', async () => {
    const { vendor, settle, create, linkState, pullNow, tasks, change } = await scene({
      outgoingQueue: 'out',
    })
    await settle()
    const task = await create('Made here', 'out')
    await create('Not this one', 'other')
    await settle()
    assert.deepEqual(
      [...vendor.items.values()].map((item) => item.fields.title),
      ['Made here'],
    )
    assert.deepEqual(await linkState('1'), ['active'])
    await pullNow()
    await settle()
    assert.equal((await tasks()).length, 2)
    await change(task, { title: 'Changed here' })
    await settle()
    assert.equal(vendor.get('1').fields.title, 'Changed here')
  })

  it('a rejected change has failed, shows why, and is not retried automatically', async () => {
    const { vendor, settle, taskOf, change, rows, pullNow } = await scene()
    const id = vendor.create({})
    await settle()
    await change(await taskOf(id), { title: 'refuse me' })
    await settle()
    vendor.edit(id, { priority: 'p4' })
    await pullNow()
    await settle()
    assert.equal(vendor.writes.length, 1)
    const [change1] = await rows('select * from write_backs where tenant_id = $1')
    assert.equal(change1?.['state'], 'failed')
    assert.match(JSON.stringify(change1?.['error']), /No such title/)
    assert.equal((await taskOf(id)).priority, 'low', 'the rest continues')
  })
})

describe('both sides at once', () => {
  it('different fields both arrive; of the same field one wins and the other is kept', async () => {
    const { vendor, settle, taskOf, change, pullNow, rows } = await scene({
      mapping: { fields: { title: { policy: 'remote_wins' } } },
    })
    const id = vendor.create({ title: 'A' })
    await settle()
    await change(await taskOf(id), { title: 'Ours', priority: 'high' })
    vendor.edit(id, { title: 'Theirs', description: 'More' })
    await pullNow()
    await settle()
    const task = await taskOf(id)
    assert.deepEqual([task.title, task.description, task.priority], ['Theirs', 'More', 'high'])
    const { fields } = vendor.get(id)
    assert.deepEqual([fields.title, fields.description, fields.priority], ['Theirs', 'More', 'p2'])
    const [conflict] = await rows('select * from sync_conflicts where tenant_id = $1')
    assert.deepEqual([conflict?.['service_value'], conflict?.['resolution']], ['Ours', 'remote'])
    assert.equal(vendor.writes.length, 1)
  })

  it('where a user has to decide, nothing changes until they do', async () => {
    const { vendor, settle, taskOf, change, rows, as, person } = await scene({
      mapping: { fields: { title: { policy: 'manual' } } },
    })
    const id = vendor.create({ title: 'A' })
    await settle()
    await change(await taskOf(id), { title: 'Ours' })
    vendor.edit(id, { title: 'Theirs' })
    await settle()
    assert.deepEqual([(await taskOf(id)).title, vendor.get(id).fields.title], ['Ours', 'Theirs'])
    const [conflict] = await rows(
      `select * from sync_conflicts where tenant_id = $1 and state = 'open'`,
    )
    const { resolveConflict } = await import('../../links/index.ts')
    const { encodeId } = await import('../../../../lib/ids.ts')
    await as(person, (ctx) =>
      resolveConflict(ctx, encodeId('conflict', String(conflict?.['id'])), 'service'),
    )
    await settle()
    assert.deepEqual([(await taskOf(id)).title, vendor.get(id).fields.title], ['Ours', 'Ours'])
    assert.equal((await rows('select * from sync_conflicts where tenant_id = $1')).length, 1)
  })

  it('a storm of echoes settles with no more than one update', async () => {
    const { vendor, settle, taskOf, change, pullNow } = await scene()
    const id = vendor.create({})
    await settle()
    for (let i = 0; i < 10; i++) await change(await taskOf(id), { title: `Round ${i}` })
    await settle()
    for (let i = 0; i < 5; i++) {
      await pullNow()
      await settle()
    }
    assert.equal(vendor.writes.length, 1)
    assert.equal(vendor.get(id).fields.title, 'Round 9')
  })

  it('a flapping link is frozen, reported, and continues when a user resumes it', async () => {
    const { vendor, settle, taskOf, change, pullNow, linkState, rows, as, person } = await scene()
    const id = vendor.create({ title: 'A' })
    await settle()
    for (let i = 0; i < 6 && (await linkState(id))[0] === 'active'; i++) {
      await change(await taskOf(id), { title: `ours ${i}` })
      await settle()
      vendor.edit(id, { title: `theirs ${i}` })
      await pullNow()
      await settle()
    }
    assert.deepEqual(await linkState(id), ['frozen'])
    const events = await rows(
      `select type from events where tenant_id = $1 and type = 'link.frozen'`,
    )
    assert.equal(events.length, 1)
    const { resumeLink } = await import('../../links/index.ts')
    const { encodeId } = await import('../../../../lib/ids.ts')
    const [link] = await rows('select id from links where tenant_id = $1')
    await as(person, (ctx) => resumeLink(ctx, encodeId('link', String(link?.['id']))))
    await settle()
    assert.equal((await taskOf(id)).title, vendor.get(id).fields.title)
  })
})

describe('when it cannot work', () => {
  it('a rejected credential stops everything until another is entered', async () => {
    const { vendor, settle, rows, claim, pullNow } = await scene()
    vendor.create({})
    vendor.hook = async () => {
      throw new Failure('auth', 'Who are you?')
    }
    await settle()
    const [integration] = await rows('select * from integrations where tenant_id = $1')
    assert.equal(integration?.['problem'], 'auth_failed')
    await pullNow()
    assert.deepEqual(await claim(), [])
    const events = await rows(`select type from events where tenant_id = $1`)
    assert.deepEqual(
      events.map((event) => event['type']),
      ['integration.failing'],
    )
    const [run] = await rows('select state from sync_runs where tenant_id = $1')
    assert.equal(run?.['state'], 'failed')
  })

  it('a connection that the vendor ended is not taken for our database’s', async () => {
    const { vendor, settle, rows } = await scene()
    vendor.create({})
    vendor.hook = async (call) => {
      if (call === 'pull') throw new Failure('transient', 'The connection ended without an answer.')
    }
    await settle()
    const [integration] = await rows('select * from integrations where tenant_id = $1')
    assert.deepEqual([integration?.['failures'], integration?.['lease_token']], [1, null])
    const [run] = await rows('select state, error from sync_runs where tenant_id = $1')
    assert.equal(run?.['state'], 'failed')
  })

  it('what is wanted there waits for a vendor that is away, however long', async () => {
    const { vendor, settle, create, rows, tenantId } = await scene({ outgoingQueue: 'out' })
    await settle()
    const kinds = ['unreachable', 'transient'] as const
    let calls = 0
    vendor.hook = async (call) => {
      if (call === 'push')
        throw new Failure(kinds[++calls % 2] ?? 'unreachable', 'Connection refused.')
    }
    await create('Made here', 'out')
    await settle()
    const [failing] = await rows('select * from integrations where tenant_id = $1')
    const detail = failing?.['problem_detail'] as { message?: string } // written by the engine
    assert.deepEqual([failing?.['problem'], detail.message], [null, 'Connection refused.'])
    const failed = await rows("select from sync_runs where tenant_id = $1 and state = 'failed'")
    assert.deepEqual(failed, [], 'no run has the message')
    for (let days = 0; days < 12; days++) {
      await settle()
      await stage.endRest({ tenantId })
    }
    assert.ok(calls > 8, `it was tried ${calls} times`)
    const [waiting] = await rows('select state from write_backs where tenant_id = $1')
    assert.equal(waiting?.['state'], 'planned')
    vendor.hook = async () => undefined
    await settle()
    assert.deepEqual(
      [...vendor.items.values()].map((item) => item.fields.title),
      ['Made here'],
    )
    const [recovered] = await rows('select * from integrations where tenant_id = $1')
    assert.deepEqual([recovered?.['failures'], recovered?.['problem_detail']], [0, null])
  })

  it('a server that is away is asked again after a while, and nothing is lost', async () => {
    const { vendor, settle, tasks, rows, pullNow } = await scene()
    vendor.pageSize = 2
    for (let i = 0; i < 6; i++) vendor.create({})
    let calls = 0
    vendor.hook = async (call) => {
      if (call === 'pull' && ++calls === 4) throw new Failure('unreachable', 'Connection refused.')
    }
    await settle()
    assert.equal((await tasks()).length, 2, 'what was read is kept')
    const [integration] = await rows('select * from integrations where tenant_id = $1')
    assert.deepEqual([integration?.['problem'], integration?.['failures']], [null, 1])
    await pullNow()
    await settle()
    assert.equal((await tasks()).length, 6)
    const [after1] = await rows('select failures from integrations where tenant_id = $1')
    assert.equal(after1?.['failures'], 0)
    const runs = await rows('select state, cause from sync_runs where tenant_id = $1 order by id')
    assert.deepEqual(
      runs.map((run) => [run['state'], run['cause']]),
      [
        ['failed', 'first'],
        ['succeeded', 'retry'],
      ],
    )
  })
})
