// Toasts when there are more of them than fit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addToast, type ShownToast } from './add-toast.ts'

const done = (id: string): ShownToast => ({ id, kind: 'done', message: id })
const failed = (id: string): ShownToast => ({ id, kind: 'failed', message: id })
const ids = (shown: readonly ShownToast[]) => shown.map(({ id }) => id)

const addAll = (toasts: readonly ShownToast[]) =>
  toasts.reduce<readonly ShownToast[]>((shown, toast) => addToast(shown, toast), [])

test('the newest comes last and is always shown', () => {
  assert.deepEqual(ids(addAll([done('a'), done('b'), done('c'), done('d')])), ['b', 'c', 'd'])
})

test('a failure stays while something else can go', () => {
  const three = addAll([failed('a'), done('b'), failed('c')])
  assert.deepEqual(ids(addToast(three, done('d'))), ['a', 'c', 'd'])
  const failures = addAll([failed('a'), failed('b'), failed('c')])
  assert.deepEqual(ids(addToast(failures, done('d'))), ['b', 'c', 'd'])
})

test('the same failure is shown once', () => {
  const shown = addAll([failed('offline'), done('a'), failed('offline')])
  assert.deepEqual(ids(shown), ['a', 'offline'])
})
