// What a question does to its run: it waits without a lease, resumes with the answer, or ends as the agent chose.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventsOf } from '../../../../tests/harness/history.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'
import {
  aboutRun,
  answer,
  ask,
  CONFIRM,
  claimAgain,
  endLease,
  makeDue,
} from '../../../../tests/harness/work/ask.ts'
import { tendTenant } from '../../../../tests/harness/work/tend-tenant.ts'

const timeout = (on_timeout: object) => ({ ...CONFIRM, expires_in_seconds: 60, on_timeout })

const typesOf = async (task: { id: string }, after: string) => {
  const types = (await eventsOf(task.id)).map(({ type }) => type)
  return types.slice(types.lastIndexOf(after) + 1)
}

async function runOf(client: Awaited<ReturnType<typeof newTenant>>, { id }: { id: string }) {
  return (await client.call('runs.get', { params: { run: id } })).body
}

async function questionOf(client: Awaited<ReturnType<typeof newTenant>>, { id }: { id: string }) {
  return (await client.call('questions.get', { params: { question: id } })).body
}

describe('an agent that waits for the answer', () => {
  test('gets it with a heartbeat, until it acknowledges it', async () => {
    const client = await newTenant()
    const asked = await ask(client)
    assert.deepEqual(await typesOf(asked.task, 'run.started'), [
      'task.started',
      'task.input_requested',
      'question.asked',
      'run.parked',
    ])
    const waiting = (await client.call('runs.heartbeat', aboutRun(asked))).body
    assert.deepEqual([waiting.state, waiting.lease_expires_at], ['parked', null])
    assert.deepEqual(waiting.answers, [])
    await answer(client, asked.question, false)
    assert.equal((await client.get(asked.task.id)).status, 'input_required')
    const resumed = (await client.call('runs.heartbeat', aboutRun(asked))).body
    assert.equal(resumed.state, 'working')
    assert.deepEqual(
      resumed.answers.map((given) => [given.question_id, given.answer, given.answered_by?.kind]),
      [[asked.question.id, false, 'key']],
    )
    assert.equal((await client.get(asked.task.id)).status, 'in_progress')
    const acknowledge = [asked.question.id]
    const after = (await client.call('runs.heartbeat', aboutRun(asked, { acknowledge }))).body
    assert.deepEqual(after.answers, [])
    assert.notEqual((await questionOf(client, asked.question)).acknowledged_at, null)
    assert.deepEqual(await typesOf(asked.task, 'question.answered'), [
      'task.started',
      'run.resumed',
    ])
    assert.equal((await client.call('runs.complete', aboutRun(asked))).status, 200)
  })

  test('keeps its run without a lease for as long as it takes', async () => {
    const client = await newTenant()
    const asked = await ask(client)
    await inspect(`update runs set heartbeat_at = now() - interval '3 days' where tenant_id = $1`, [
      client.tenant.id,
    ])
    await tendTenant(client)
    assert.equal((await runOf(client, asked.run)).state, 'parked')
    assert.equal((await questionOf(client, asked.question)).state, 'open')
  })
})

describe('many large answers', () => {
  test('are returned within a limit, and the rest when these are acknowledged', async () => {
    const client = await newTenant()
    const asked = await ask(client)
    await answer(client, asked.question, false)
    const large = 25
    await inspect(
      `insert into questions (tenant_id, id, run_id, task_id, agent, kind, prompt, context, state, on_timeout, answer,
         answered_at, created_at, ended_at)
       select tenant_id, gen_random_uuid(), run_id, task_id, agent, 'input', 'Why?', '', 'answered', on_timeout,
         to_json(repeat(md5(n::text), 2000)), now(), now(), now()
       from questions, generate_series(1, $2) n where tenant_id = $1`,
      [client.tenant.id, large],
    )
    const { answers } = (await client.call('runs.heartbeat', aboutRun(asked))).body
    assert.ok(answers.length < large, `${answers.length} answers`)
    assert.ok(Buffer.byteLength(JSON.stringify(answers)) < 1.1 * 2 ** 20)
    const acknowledge = answers.map((given) => given.question_id)
    const rest = (await client.call('runs.heartbeat', aboutRun(asked, { acknowledge }))).body
    assert.equal(rest.answers.length, large + 1 - answers.length)
  })
})

describe('an answer after the holder died', () => {
  test('reaches the next attempt', async () => {
    const client = await newTenant()
    const asked = await ask(client, { ...CONFIRM, checkpoint: { step: 1 } })
    await answer(client, asked.question, true)
    await endLease(asked)
    await tendTenant(client)
    const ended = await runOf(client, asked.run)
    assert.deepEqual([ended.state, ended.end_reason], ['expired', 'parked'])
    const next = await claimAgain(client)
    assert.equal(next.run.attempt, 2)
    assert.deepEqual(next.resume.checkpoint, { step: 1 })
    assert.deepEqual(
      next.resume.answers.map((given) => [given.question_id, given.answer]),
      [[asked.question.id, true]],
    )
    const late = await client.call('runs.heartbeat', aboutRun(asked))
    assert.deepEqual([late.problem.code, late.problem.reason], ['lease_lost', 'parked'])
    const acknowledge = [asked.question.id]
    await client.call('runs.heartbeat', aboutRun(next, { acknowledge }))
    await client.call('runs.release', aboutRun(next))
    assert.deepEqual((await claimAgain(client)).resume.answers, [])
  })
})

describe('a question that ends without an answer', () => {
  for (const [what, end] of [
    ['the run is released', 'runs.release'],
    ['the run fails', 'runs.fail'],
  ] as const) {
    test(`is withdrawn when ${what}`, async () => {
      const client = await newTenant()
      const asked = await ask(client)
      const body = end === 'runs.fail' ? { error: 'No idea' } : {}
      assert.equal((await client.call(end, aboutRun(asked, body))).status, 200)
      assert.equal((await questionOf(client, asked.question)).state, 'withdrawn')
      assert.ok((await typesOf(asked.task, 'run.parked')).includes('question.withdrawn'))
    })
  }

  test('is withdrawn when someone else moves or deletes the task', async () => {
    const client = await newTenant()
    const asked = await ask(client)
    const params = { task: asked.task.id }
    await client.call('tasks.transition', { params, body: { to: 'ready' } })
    assert.equal((await questionOf(client, asked.question)).state, 'withdrawn')
    const next = await claimAgain(client)
    const { body: again } = await client.call('questions.create', aboutRun(next, CONFIRM))
    await client.call('tasks.remove', { params })
    assert.equal((await questionOf(client, again)).state, 'withdrawn')
  })
})

describe('a question that no one answers in time', () => {
  test('stays open until then', async () => {
    const client = await newTenant()
    const asked = await ask(client, timeout({ action: 'fail' }))
    await tendTenant(client)
    assert.equal((await questionOf(client, asked.question)).state, 'open')
  })

  test('gets the answer of its policy', async () => {
    const client = await newTenant()
    const asked = await ask(client, timeout({ action: 'answer', answer: false }))
    await makeDue(asked.question)
    await tendTenant(client)
    const { state, answer: given, answered_by: by } = await questionOf(client, asked.question)
    assert.deepEqual([state, given, by], ['answered', false, null])
    const resumed = (await client.call('runs.heartbeat', aboutRun(asked))).body
    assert.deepEqual([resumed.state, resumed.answers[0]?.answer], ['working', false])
    assert.equal((await answer(client, asked.question)).problem.code, 'question_closed')
  })

  test('releases the task', async () => {
    const client = await newTenant()
    const asked = await ask(client, timeout({ action: 'release' }))
    await makeDue(asked.question)
    await tendTenant(client)
    assert.equal((await questionOf(client, asked.question)).state, 'expired')
    const run = await runOf(client, asked.run)
    assert.deepEqual([run.state, run.end_reason], ['released', 'parked'])
    const task = await client.get(asked.task.id)
    assert.deepEqual([task.status, task.delegate], ['ready', null])
    assert.deepEqual(await typesOf(asked.task, 'run.parked'), [
      'question.expired',
      'task.readied',
      'run.released',
    ])
    const { problem } = await client.call('runs.heartbeat', aboutRun(asked))
    assert.deepEqual([problem.code, problem.reason], ['lease_lost', 'parked'])
    assert.equal((await claimAgain(client)).run.attempt, 2)
  })

  test('fails the task', async () => {
    const client = await newTenant()
    const asked = await ask(client, timeout({ action: 'fail' }))
    await makeDue(asked.question)
    await tendTenant(client)
    const run = await runOf(client, asked.run)
    assert.equal(run.state, 'failed')
    assert.equal(run.error, 'No one answered the question in time: Refund it?')
    assert.equal((await client.get(asked.task.id)).status, 'failed')
    const [expired] = (await eventsOf(asked.task.id)).filter(
      ({ type }) => type === 'question.expired',
    )
    assert.equal(expired?.actor, 'system:queues')
  })
})
