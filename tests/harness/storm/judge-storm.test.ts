// The judge of the storm on rows it must refuse: each promise turns red on its own.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Task } from '@task-service/contract'
import type { TestTenant } from '../service.ts'
import { compareShown } from './ask-api.ts'
import { createJournal, digestOf, type Journal } from './journal.ts'
import { countUnknowns, type Findings, judgeStorm } from './judge-storm.ts'
import type { StoredRows } from './stored-rows.ts'

const tenant: TestTenant = { id: 'tenant', slug: 'one', key: 'key', host: 'one.tasks.test' }

function taskAt(number: number, version: number): Task {
  return { id: `tsk_${number}`, number, title: `title ${number}`, version } as Task // what the judge looks at
}

function stored(number: number, version: number) {
  const { id, title } = taskAt(number, version)
  const digest = digestOf(taskAt(number, version))
  return { tenantId: tenant.id, id, number, version, title, digest }
}

function event(number: number, version: number) {
  const type = version === 1 ? 'task.created' : 'task.updated'
  return { taskId: `tsk_${number}`, type, version, digest: digestOf(taskAt(number, version)) }
}

/** Tasks 1 and 2 by one bulk request, 1 changed once; the creation of 3 was never answered, but it is there. */
function calm(): { journal: Journal; rows: StoredRows } {
  const journal = createJournal()
  journal.intents.push({ tenant, titles: ['title 1', 'title 2'], outcome: 'acknowledged' })
  journal.intents.push({ tenant, titles: ['title 3'], outcome: 'unknown' })
  journal.intents.push({ tenant, titles: ['title 4'], outcome: 'unknown' })
  for (const task of [taskAt(1, 1), taskAt(2, 1), taskAt(1, 2)]) journal.acknowledge(tenant, task)
  journal.answers.set('tenant/key', 'answer')
  const rows: StoredRows = {
    tasks: [stored(1, 2), stored(2, 1), stored(3, 1)],
    events: [event(1, 1), event(2, 1), event(1, 2), event(3, 1)],
    audit: new Map([
      ['tsk_1', ['task.updated', 'task.created']],
      ['tsk_2', ['task.created']],
      ['tsk_3', ['task.created']],
    ]),
    counters: new Map([[tenant.id, 3]]),
    answers: new Map([['tenant/key', 'answer']]),
  }
  return { journal, rows }
}

type Damage = (rows: StoredRows, journal: Journal) => void

function findingsAfter(damage: Damage): (keyof Findings)[] {
  const { journal, rows } = calm()
  damage(rows, journal)
  const findings = Object.entries(judgeStorm(journal, rows)) as [keyof Findings, string[]][]
  return findings.filter(([, found]) => found.length > 0).map(([name]) => name)
}

function changeFirst(rows: StoredRows, change: Partial<StoredRows['tasks'][number]>): void {
  Object.assign(rows.tasks[0] ?? {}, change)
}

test('rows that agree with the journal have no findings', () => {
  assert.deepEqual(
    findingsAfter(() => undefined),
    [],
  )
  const { journal, rows } = calm()
  assert.deepEqual(countUnknowns(journal, rows), { sent: 2, exist: 1 })
})

describe('the judge notices', () => {
  const cases: Record<string, [keyof Findings, Damage]> = {
    'a task that is gone': ['lost', ({ tasks }) => tasks.splice(1, 1)],
    'a change that is gone': ['lost', (rows) => changeFirst(rows, stored(1, 1))],
    'a task that differs': ['lost', (rows) => changeFirst(rows, { digest: 'another' })],
    'a task in another tenant': ['lost', (rows) => changeFirst(rows, { tenantId: 'foreign' })],
    'an earlier version that differs': [
      'lost',
      ({ events }) => Object.assign(events[0] ?? {}, { digest: 'another' }),
    ],
    'a task made twice': [
      'duplicates',
      ({ tasks }) => tasks.push({ ...stored(3, 1), id: 'tsk_9', number: 4 }),
    ],
    'a task without event': ['withoutEvent', ({ events }) => events.splice(3, 1)],
    'a duplicate event': ['withoutEvent', ({ events }) => events.push(event(3, 1))],
    'events in disorder': ['withoutEvent', ({ events }) => events.push(...events.splice(0, 1))],
    'a task without audit entry': ['withoutEvent', ({ audit }) => audit.delete('tsk_2')],
    'an event without task': ['eventsWithoutTask', ({ events }) => events.push(event(9, 1))],
    'an audit entry without task': ['eventsWithoutTask', ({ audit }) => audit.set('tsk_9', [])],
    'half a bulk request': ['torn', ({ tasks }) => tasks.splice(1, 1)],
    'a number given twice': ['numbers', (rows) => changeFirst(rows, { number: 2 })],
    'a number left out': ['numbers', (rows) => changeFirst(rows, { number: 5 })],
    'a counter that fell behind': ['numbers', ({ counters }) => counters.set(tenant.id, 2)],
    'an answer that was not kept': ['answers', ({ answers }) => answers.clear()],
    'a task that was not requested': ['unasked', (_rows, { intents }) => intents.splice(1, 1)],
    'a change that was not reported': [
      'unasked',
      (_rows, journal) => journal.tasks.get('tsk_1')?.versions.delete(2),
    ],
  }
  for (const [name, [finding, damage]] of Object.entries(cases)) {
    test(name, () => assert.ok(findingsAfter(damage).includes(finding)))
  }
})

test('two different answers for one version contradict each other', () => {
  const { journal } = calm()
  journal.acknowledge(tenant, { ...taskAt(2, 1), description: 'another' })
  assert.equal(journal.contradictions.length, 1)
})

test('a list that hides, changes or invents a task is noticed', () => {
  const { rows } = calm()
  const shown = new Map(rows.tasks.map(({ id, digest }) => [id, digest]))
  assert.deepEqual(compareShown(shown, rows.tasks), [])
  assert.equal(compareShown(new Map([...shown, ['tsk_9', 'x']]), rows.tasks).length, 1)
  assert.equal(compareShown(new Map([...shown, ['tsk_1', 'x']]), rows.tasks).length, 1)
  shown.delete('tsk_1')
  assert.equal(compareShown(shown, rows.tasks).length, 1)
})
