import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMentions } from './mentions.ts'

const ada = `usr_${'a'.repeat(32)}`
const bob = `usr_${'b'.repeat(32)}`
const named = (body: string) => parseMentions(body).map(({ kind, id }) => `${kind}:${id}`)

test('finds users and agents, each once, in the order of the text', () => {
  const body = `@[Bob](user:${bob}) and @[Ada L.](user:${ada}), with @[coder](agent:coder-2). @[B](user:${bob})`
  assert.deepEqual(named(body), [`user:${bob}`, `user:${ada}`, 'agent:coder-2'])
})

test('everything else is text', () => {
  for (const body of [
    '@ada',
    `[Ada](user:${ada})`,
    `@[](user:${ada})`,
    `@[Ada](user:usr_1)`,
    `@[Ada] (user:${ada})`,
    `@[Ada](user:${ada.toUpperCase()})`,
    `@[Ada](key:${ada})`,
    `@[Ada](agent:Coder)`,
    `@[a\nb](user:${ada})`,
    `@[Ada](javascript:alert(1))`,
  ]) {
    assert.deepEqual(named(body), [], body)
  }
})

test('stops at fifty', () => {
  const ids = Array.from({ length: 60 }, (_, i) => `usr_${String(i).padStart(32, '0')}`)
  const body = ids.map((id) => `@[x](user:${id})`).join(' ')
  assert.deepEqual(
    named(body),
    ids.slice(0, 50).map((id) => `user:${id}`),
  )
})

test('takes no longer for hostile texts', () => {
  const started = performance.now()
  for (const unit of ['@[', '@[x](', '@[x](user:usr_', '@[[', '@[x](agent:a']) {
    parseMentions(unit.repeat(20_000 / unit.length))
  }
  assert.ok(performance.now() - started < 500)
})
