// Numbers in texts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import i18next from 'i18next'
import { countsByLocale } from './counts-by-locale.ts'

async function say(locale: string, values: Record<string, number | string>): Promise<string> {
  const instance = i18next.createInstance()
  const common = { tasks_one: '{{count}} task', tasks_other: '{{count}} tasks of T-{{number}}' }
  await instance.use(countsByLocale(() => locale)).init({
    lng: 'en',
    defaultNS: 'common',
    resources: { en: { common } },
    interpolation: { escapeValue: false, alwaysFormat: true },
  })
  const t = instance.t as unknown as (name: string, values: object) => string // these are not the texts of the dashboard
  return t('tasks', values)
}

test('counts are written as the locale does, and names of tasks are left alone', async () => {
  assert.equal(await say('en-US', { count: 15_000, number: 4711 }), '15,000 tasks of T-4711')
  assert.equal(await say('de-DE', { count: 15_000, number: 4711 }), '15.000 tasks of T-4711')
  assert.equal(await say('en-US', { count: 1 }), '1 task')
  assert.equal(await say('en-US', { count: 2, number: '<b>' }), '2 tasks of T-<b>')
})
