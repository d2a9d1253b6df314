import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TemplateTask } from '@task-service/contract'
import { assigneesOf, templateDraftOf, toChange, toTask } from './template-draft.ts'

const task: TemplateTask = {
  title: 'Count the stock',
  description: 'All of it',
  priority: 'high',
  queue: 'warehouse',
  labels: ['stock'],
  assignee: 'mara',
  due_in: '12h',
}

test('a template that is opened and saved is the same', () => {
  assert.deepEqual(toTask(templateDraftOf('Stock', task)), task)
})

test('what is emptied is removed, and what the form does not show is not touched', () => {
  const draft = { ...templateDraftOf('Stock', task), due: '', assignee: ' ', labels: [] }
  const { task: change } = toChange(draft)
  assert.deepEqual([change?.due_in, change?.assignee, change?.labels], [null, null, null])
  assert.equal(change && 'fields' in change, false)
})

test('usernames of people who can sign in are suggested', () => {
  const dana = { username: 'dana', name: 'Dana Reyes', isDisabled: false }
  const left = { username: 'lee', name: 'Lee', isDisabled: true }
  assert.deepEqual(assigneesOf([dana, left]), ['dana'])
  assert.deepEqual(assigneesOf(undefined), [])
})
