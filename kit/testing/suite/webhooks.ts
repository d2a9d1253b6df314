// Messages from the vendor: genuine ones are hints, everything else is refused.
import assert from 'node:assert/strict'
import { isFailure, type Parsed, type RawRequest, type RemoteRef } from '@task-service/kit'
import type { SignedMessage, WebhookBench } from '../backend.ts'
import { type Bench, type Case, type Group, unique } from '../bench.ts'
import { judge, type Verdict } from '../verification.ts'

const createItem = ({ backend }: Bench): Promise<RemoteRef> =>
  backend.otherUser.create({ title: unique('Announced') })

const rawOf = ({ method, url, headers, body }: SignedMessage): RawRequest => ({
  method,
  url,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  ),
  body: new TextEncoder().encode(body),
})

function verify({ plugin, backend }: Bench, message: SignedMessage): Verdict {
  const request = rawOf(message)
  const { body: _body, ...head } = request
  const verification = plugin.webhook?.verify(head) ?? { kind: 'refuse', why: 'no webhooks' }
  return judge(verification, request, backend.secrets(), new Date())
}

const parse = ({ plugin }: Bench, message: SignedMessage): Parsed =>
  plugin.webhook?.parse(rawOf(message)) ?? { hints: [] }

function signer({ backend }: Bench): WebhookBench['sign'] {
  return backend.webhook?.sign ?? assert.fail('the backend signs nothing')
}

function takesGenuine(bench: Bench, ref: RemoteRef): void {
  const message = signer(bench)(ref)
  assert.equal(verify(bench, message), 'genuine')
  const { hints } = parse(bench, message)
  assert.deepEqual(
    hints.map((hint) => [hint.ref.id, hint.kind]),
    [[ref.id, 'changed']],
  )
}

function refusesForged(bench: Bench, ref: RemoteRef): void {
  const message = signer(bench)(ref)
  const forged: Record<string, SignedMessage> = {
    'another body': { ...message, body: message.body.replace(/[a-z]/, 'Z') },
    'a body with a blank more': { ...message, body: `${message.body} ` },
    'no headers': { ...message, headers: {} },
    'other values in all headers': {
      ...message,
      headers: Object.fromEntries(Object.keys(message.headers).map((name) => [name, 'forged'])),
    },
  }
  for (const [name, one] of Object.entries(forged)) {
    assert.notEqual(verify(bench, one), 'genuine', name)
  }
}

function refusesOtherSecret(bench: Bench, ref: RemoteRef): void {
  const message = signer(bench)(ref)
  const { backend } = bench
  const names = Object.keys(backend.secrets())
  const others = Object.fromEntries(names.map((name) => [name, 'another secret']))
  const verdict = verify({ ...bench, backend: { ...backend, secrets: () => others } }, message)
  assert.notEqual(verdict, 'genuine')
}

/** Where the vendor says when it was sent. Elsewhere an old message is a hint like any other: the item is read again. */
function refusesOld(bench: Bench, ref: RemoteRef): void {
  const request = rawOf(signer(bench)(ref))
  const verification = bench.plugin.webhook?.verify(request)
  const isTimed = verification?.kind === 'hmac' && verification.sentAt !== undefined
  const old = signer(bench)(ref, { sentAt: new Date(Date.now() - 3_600_000) })
  assert.equal(verify(bench, old) !== 'genuine', isTimed)
}

function knowsRepeated(bench: Bench, ref: RemoteRef): void {
  const sign = signer(bench)
  const message = sign(ref, { deliveryId: unique('delivery').replace(' ', '-') })
  const other = sign(ref, { kind: 'deleted', deliveryId: unique('delivery').replace(' ', '-') })
  assert.deepEqual(parse(bench, message), parse(bench, message), 'the same message is the same')
  const { deliveryId } = parse(bench, message)
  if (deliveryId !== undefined) assert.notEqual(parse(bench, other).deliveryId, deliveryId)
}

/** A late message about an earlier state says no more than that the item may have changed. */
function takesOnlyHints(bench: Bench, ref: RemoteRef): void {
  const sign = signer(bench)
  const messages = [sign(ref), sign(ref, { kind: 'deleted' }), sign(ref)]
  const parsed = messages.map((message) => parse(bench, message).hints)
  const turned = messages.toReversed().map((message) => parse(bench, message).hints)
  assert.deepEqual(turned.toReversed(), parsed, 'the order makes no difference')
  for (const hint of parsed.flat()) {
    assert.deepEqual(
      Object.keys(hint).filter((key) => !['ref', 'kind', 'actor'].includes(key)),
      [],
    )
  }
  assert.equal(parsed[1]?.[0]?.kind, 'deleted')
}

/** What cannot be read may be said to be so; anything else that is thrown is a fault. */
function hintsOf(bench: Bench, message: SignedMessage): Parsed['hints'] {
  try {
    return parse(bench, message).hints
  } catch (error) {
    if (isFailure(error, 'protocol')) return []
    throw error
  }
}

function survivesRubbish(bench: Bench, ref: RemoteRef): void {
  const message = signer(bench)(ref)
  const rubbish = [
    '',
    'null',
    '[]',
    '{}',
    '"text"',
    '{"issue":null}',
    '{"data":{"issue":7}}',
    message.body.slice(0, 40),
  ]
  for (const body of rubbish) assert.deepEqual(hintsOf(bench, { ...message, body }), [], body)
}

const cases: [string, (bench: Bench, ref: RemoteRef) => void][] = [
  ['a genuine one names the item that may have changed', takesGenuine],
  ['a forged one is refused', refusesForged],
  ['one signed with another secret is refused', refusesOtherSecret],
  ['an old one is rejected if the vendor sends its time', refusesOld],
  ['a repeated one is known, another one is not taken for it', knowsRepeated],
  ['in any order they say the same, and nothing of an item is taken from them', takesOnlyHints],
  ['rubbish carries no hint and breaks nothing', survivesRubbish],
]

const hasNone = ({ plugin, backend }: Bench): string | false =>
  (plugin.webhook === undefined || backend.webhook === undefined) && 'there are no webhooks'

export const webhooks: Group = {
  name: 'messages from the vendor',
  cases: cases.map(
    ([name, run]): Case => ({
      name,
      skip: hasNone,
      run: async (bench) => run(bench, await createItem(bench)),
    }),
  ),
}
