// What the host requires of every integration: no secrets, no undeclared requests, no state, and an end when aborted.
import assert from 'node:assert/strict'
import type { PullItem, RemoteTask } from '@task-service/kit'
import {
  addTo,
  type Bench,
  catchUp,
  type Group,
  hasComments,
  isThroughConnector,
  nothingPulled,
  pullAll,
  unique,
} from '../bench.ts'
import { callInProcess } from '../fresh-process.ts'

/** A secret may travel only as a reference that the host fills in. */
function holdsNoSecret({ calls, failures, backend }: Bench): void {
  const asked = [
    ...calls.flatMap(({ client }) => client.asked),
    ...calls.flatMap(({ edgeAsked }) => edgeAsked),
  ]
  assert.ok(asked.length > 50, 'the suite has run')
  const texts = [
    ...asked.map((request) => JSON.stringify(request)),
    ...calls.flatMap(({ logged }) => logged),
    ...failures.map(({ message, facts }) => `${message} ${JSON.stringify(facts)}`),
  ]
  for (const [name, secret] of Object.entries(backend.secrets())) {
    const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]
    const leaks = texts.filter((text) => forms.some((form) => text.includes(form)))
    assert.deepEqual(leaks, [], name)
  }
}

/** One of an item's texts must not be able to ask for a secret. */
async function readsNoSecretFromText({ plugin, backend, open }: Bench): Promise<void> {
  const [name = ''] = Object.keys(backend.secrets())
  const ref = await backend.otherUser.create({
    title: unique('{"secret":"mine"}'),
    description: JSON.stringify({ secret: name, form: 'raw' }),
  })
  const { ctx, client } = open()
  await plugin.fetchOne(ctx, ref)
  await plugin.push(
    ctx,
    { kind: 'update', ref, fields: { description: JSON.stringify({ secret: name }) } },
    { marker: 'lnk_secret' },
  )
  for (const { bodySecrets } of client.asked) assert.equal(bodySecrets, undefined)
}

function staysAtHome({ calls }: Bench): void {
  assert.deepEqual(
    calls.flatMap(({ client }) => client.strayed),
    [],
  )
}

const contentOf = (tasks: RemoteTask[]): string[] =>
  tasks.map(({ ref, version }) => `${ref.id} ${version}`).toSorted()

async function remembersNothing(bench: Bench): Promise<void> {
  const { backend } = bench
  await catchUp(bench)
  const ref = await backend.otherUser.create({ title: unique('Read by another process') })
  if (hasComments(bench)) await backend.otherUser.comment(ref, 'One comment.')
  const here = await pullAll(bench, bench.cursor, { limit: 100 })
  const there = nothingPulled()
  const pull = { what: 'pull' as const, args: [bench.cursor, { limit: 100 }] }
  const items = await callInProcess(bench, pull)
  for (const item of items as PullItem[]) addTo(there, item) // what pull gives
  assert.deepEqual(contentOf(there.tasks), contentOf(here.tasks))
  const one = await callInProcess(bench, { what: 'fetchOne', args: [ref] })
  const again = await bench.plugin.fetchOne(bench.open().ctx, ref)
  // Where there is no time of the change, that of reading stands for it.
  const timeless = bench.manifest.capabilities.edge ? { updatedAt: '' } : {}
  assert.deepEqual({ ...(one as RemoteTask), ...timeless }, { ...again, ...timeless }) // what fetchOne gives
}

async function endsWhenAborted(bench: Bench): Promise<void> {
  const { ctx, client, abort } = bench.open()
  bench.proxy().always('timeout')
  const pulling = Array.fromAsync(bench.plugin.pull(ctx, bench.cursor, { limit: 100 }))
  while (client.asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
  abort()
  await assert.rejects(pulling)
  const asked = client.asked.length
  bench.proxy().clear()
  await assert.rejects(bench.plugin.testConnection(ctx))
  assert.equal(client.asked.length, asked, 'sent requests after it was aborted')
}

export const manners: Group = {
  name: 'manners',
  cases: [
    {
      name: 'remembers nothing: a new process without rights gives the same',
      run: remembersNothing,
    },
    { name: 'ends when it is aborted', skip: isThroughConnector, run: endsWhenAborted },
    { name: 'takes no order for a secret from a text', run: readsNoSecretFromText },
    { name: 'holds no secret: not in requests, logs or failures', run: holdsNoSecret },
    { name: 'asks no host but those it declared', run: staysAtHome },
  ],
}
