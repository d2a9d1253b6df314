// Failures: whatever the vendor or the way there does, the host learns what to do about it.
import assert from 'node:assert/strict'
import type { Change, FailureKind } from '@task-service/kit'
import {
  type Bench,
  type Case,
  catchUp,
  type Group,
  isThroughConnector,
  pullAll,
  unique,
  uniqueMarker,
} from '../bench.ts'
import type { Fault } from '../fault-proxy.ts'
import { failureOf } from './failure-of.ts'

type Operation = { name: string; run: (bench: Bench) => Promise<unknown> }

const pullEverything: Operation = { name: 'pull', run: (bench) => pullAll(bench, bench.cursor) }

const reads: Operation[] = [
  { name: 'test', run: ({ plugin, open }) => plugin.testConnection(open().ctx) },
  pullEverything,
]

const create: Operation = {
  name: 'push',
  run({ plugin, open }) {
    const change: Change = { kind: 'create', fields: { title: unique('Refused') } }
    return plugin.push(open().ctx, change, { marker: uniqueMarker() })
  },
}

const operationsOf = ({ manifest }: Bench): Operation[] =>
  manifest.capabilities.create ? [...reads, create] : reads

const kinds: Record<number, FailureKind> = {
  401: 'auth',
  403: 'forbidden',
  404: 'not_found',
  409: 'transient',
  410: 'not_found',
  422: 'invalid',
  500: 'transient',
  502: 'transient',
  503: 'transient',
  504: 'transient',
}

const caseOfStatus = (status: number): Case => ({
  name: `${status} is understood and passed on in the vendor's words`,
  async run(bench) {
    const { body = '{}', says } = bench.backend.refusalBody?.(status) ?? {}
    const expected = bench.options.failures?.[status] ?? kinds[status]
    for (const { name, run } of operationsOf(bench)) {
      bench.proxy().always({ status, body })
      const failure = await failureOf(bench, () => run(bench))
      assert.equal(failure.kind, expected, name)
      if (says !== undefined)
        assert.ok(failure.facts.vendorText?.includes(says), `${name}: vendorText`)
      const isUnclear = name === 'push' && status >= 500
      assert.equal(failure.facts.maybeDone === true, isUnclear, `${name}: maybeDone`)
    }
  },
})

const caseOfLimit = (name: string, headersAt: (bench: Bench) => Record<string, string>): Case => ({
  name: `429 with ${name} says how long to wait`,
  skip: ({ manifest }) =>
    name.startsWith('the vendor') &&
    manifest.rateLimit.headers?.[0]?.reset === undefined &&
    'the vendor sends no such headers',
  async run(bench) {
    const { body = '{}' } = bench.backend.refusalBody?.(429) ?? {}
    for (const { name: operation, run } of operationsOf(bench)) {
      bench.proxy().always({ status: 429, body, headers: headersAt(bench) })
      const failure = await failureOf(bench, () => run(bench))
      assert.equal(failure.kind, 'rate_limited', operation)
      const { retryAfterMs = 0 } = failure.facts
      assert.ok(retryAfterMs > 30_000 && retryAfterMs <= 91_000, `${operation}: ${retryAfterMs} ms`)
    }
  },
})

const waitSeconds = 90

function vendorHeaders({ manifest }: Bench): Record<string, string> {
  const [limit] = manifest.rateLimit.headers ?? []
  if (limit?.reset === undefined) return {}
  const now = Math.floor(Date.now() / 1000)
  const values = {
    epoch_seconds: now + waitSeconds,
    seconds: waitSeconds,
    milliseconds: waitSeconds * 1000,
  }
  return { [limit.remaining]: '0', [limit.reset.header]: String(values[limit.reset.unit]) }
}

/** No answer, or half of one; a write may have been done all the same. */
const caseOfLoss = (fault: Fault & string, expected: FailureKind[]): Case => ({
  name: `${fault} is a failure to try again, and says whether a write may have been done`,
  async run(bench) {
    for (const { name, run } of operationsOf(bench)) {
      bench.proxy().always(fault)
      const hurried = { ...bench, open: () => bench.open({ timeoutMs: 1_000 }) }
      const failure = await failureOf(bench, () => run(hurried))
      bench.proxy().clear()
      assert.ok(expected.includes(failure.kind), `${name}: ${failure.kind}`)
      if (name === 'push') assert.equal(failure.facts.maybeDone, true, 'may have been done')
    }
  },
})

async function followsNoRedirect(bench: Bench): Promise<void> {
  const location = 'https://attacker.example/issues'
  bench.proxy().always({ status: 302, headers: { location }, body: '' })
  const failure = await failureOf(bench, () => pullEverything.run(bench))
  assert.ok(['protocol', 'not_found', 'forbidden'].includes(failure.kind), failure.kind)
  const asked = bench.calls.flatMap(({ client }) => client.asked)
  assert.ok(!asked.some(({ url }) => url.includes('attacker.example')), 'went where it was sent')
}

async function keepsWhatItGot(bench: Bench): Promise<void> {
  const { plugin, backend, proxy, open } = bench
  await catchUp(bench)
  const before = JSON.stringify(bench.cursor)
  await backend.otherUser.create({ title: unique('Not lost') })
  proxy().always({ status: 500 })
  await failureOf(bench, () => pullEverything.run(bench))
  proxy().clear()
  assert.equal(JSON.stringify(bench.cursor), before, 'the cursor was changed')
  const titles: string[] = []
  for await (const item of plugin.pull(open().ctx, bench.cursor, { limit: 100 })) {
    if (item.kind === 'upsert') titles.push(item.task.fields.title ?? '')
  }
  assert.ok(titles.some((title) => title.startsWith('Not lost')))
}

async function isNoPageOfHtml(bench: Bench): Promise<void> {
  const body = '<!doctype html><title>Please sign in</title>'
  bench.proxy().always({ status: 200, headers: { 'content-type': 'text/html' }, body })
  for (const { name, run } of reads) {
    const failure = await failureOf(bench, () => run(bench))
    assert.equal(failure.kind, 'protocol', name)
  }
}

export const failing: Group = {
  name: 'failures',
  skip: isThroughConnector,
  cases: [
    ...Object.keys(kinds).map((status) => caseOfStatus(Number(status))),
    caseOfLimit('Retry-After in seconds', () => ({ 'retry-after': String(waitSeconds) })),
    caseOfLimit('Retry-After as a date', () => ({
      'retry-after': new Date(Date.now() + waitSeconds * 1000).toUTCString(),
    })),
    caseOfLimit('the vendor’s own headers', vendorHeaders),
    caseOfLoss('timeout', ['transient']),
    caseOfLoss('half body', ['transient']),
    caseOfLoss('torn json', ['protocol', 'transient']),
    { name: 'a page in place of data is no answer', run: isNoPageOfHtml },
    { name: 'a redirect is not followed', run: followsNoRedirect },
    { name: 'a pull that broke loses nothing', run: keepsWhatItGot },
  ],
}
