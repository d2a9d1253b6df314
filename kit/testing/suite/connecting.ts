// Connecting: who we are there, what a wrong credential looks like, what can be chosen.
import assert from 'node:assert/strict'
import type { Choice } from '@task-service/kit'
import type { Bench, Group } from '../bench.ts'
import { unique } from '../bench.ts'
import { failureOf } from './failure-of.ts'

const kinds = ['containers', 'statuses', 'priorities', 'people', 'fields'] as const

const wrongSecrets = ({ backend }: Bench): Record<string, string> =>
  Object.fromEntries(Object.entries(backend.secrets()).map(([name]) => [name, 'not-the-right-one']))

function checkChoices(choices: Choice[], what: string): void {
  const ids = choices.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length, `${what}: each once`)
  for (const { id, name, group } of choices) {
    assert.ok(typeof id === 'string' && id !== '' && name !== '', what)
    assert.equal(group !== undefined, what === 'statuses', `${what}: only a status has a group`)
  }
}

export const connecting: Group = {
  name: 'connecting',
  cases: [
    {
      name: 'reports its own account, and shows an item that a pull would bring',
      async run({ plugin, backend, open }) {
        const title = unique('Sample')
        await backend.otherUser.create({ title })
        const report = await plugin.testConnection(open().ctx)
        assert.ok(report.self.id !== '' && report.self.name !== '')
        assert.deepEqual(report.missingScopes, [])
        assert.ok(report.sample !== undefined && report.sample !== null, 'a sample')
        assert.match(report.sample.url, /^https?:\/\/|^$/)
        assert.deepEqual(JSON.parse(JSON.stringify(report)), report)
      },
    },
    {
      name: 'a wrong credential is reported as such, with a way to fix it',
      skip: ({ manifest }) => manifest.secrets.length === 0 && 'there is no credential',
      async run(bench) {
        const { ctx } = bench.open({ secrets: wrongSecrets(bench) })
        const failure = await failureOf(bench, () => bench.plugin.testConnection(ctx))
        assert.equal(failure.kind, 'auth')
        assert.ok(failure.facts.fix, 'fix')
      },
    },
    {
      name: 'gives choices of every kind, each once, statuses with a group',
      async run({ plugin, open }) {
        for (const what of kinds) checkChoices(await plugin.discover(open().ctx, what), what)
      },
    },
    {
      name: 'has a status to work on things and one to be done',
      async run({ plugin, open }) {
        const statuses = await plugin.discover(open().ctx, 'statuses')
        const groups = new Set(statuses.map(({ group }) => group))
        assert.ok(groups.has('open') || groups.has('started'), 'an open one')
        assert.ok(groups.has('done'), 'a closed one')
      },
    },
  ],
}
