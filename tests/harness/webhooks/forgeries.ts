// Messages that no receiver may accept as ours: changed, taken apart and reassembled, or replayed much later.
import { createHmac } from 'node:crypto'
import type { SeededRandom } from '../random/seeded-random.ts'

type Message = { headers: Record<string, string>; body: string }

type Forger = (message: Message, other: Message, random: SeededRandom, secret: string) => Message

const DAY_SECONDS = 86_400

const changed = (message: Message, headers: Record<string, string>): Message => ({
  ...message,
  headers: { ...message.headers, ...headers },
})

/** Signed rightly, at another time. */
export function signedAt(message: Message, secret: string, seconds: number): Message {
  const id = message.headers['webhook-id'] ?? ''
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const digest = createHmac('sha256', key)
    .update(`${id}.${seconds}.${message.body}`)
    .digest('base64')
  return changed(message, {
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${digest}`,
  })
}

function flip(text: string, random: SeededRandom): string {
  const at = random.between(0, text.length - 1)
  const other = text[at] === 'x' ? 'y' : 'x'
  return text.slice(0, at) + other + text.slice(at + 1)
}

export const now = () => Math.floor(Date.now() / 1000)

/** The libraries allow five minutes; a minute more keeps clear of the edge. */
const skew = (random: SeededRandom) => 360 + random.between(0, 30 * DAY_SECONDS - 1)

const forgers: readonly Forger[] = [
  (message, _, random) => ({ ...message, body: flip(message.body, random) }),
  (message, _, random) => ({
    ...message,
    body: message.body.slice(0, random.between(0, message.body.length - 1)),
  }),
  (message) => ({ ...message, body: `${message.body} ` }),
  (message, other) => ({ ...message, body: other.body }),
  (message, other) => changed(message, { 'webhook-id': other.headers['webhook-id'] ?? '' }),
  (message, other) =>
    changed(message, { 'webhook-signature': other.headers['webhook-signature'] ?? '' }),
  (message, _, random) =>
    changed(message, {
      'webhook-timestamp': String(
        Number(message.headers['webhook-timestamp']) + 1 + random.between(0, 199),
      ),
    }),
  (message, _, random) =>
    changed(message, {
      'webhook-signature': `v1,${flip((message.headers['webhook-signature'] ?? '').slice(3, 40), random)}`,
    }),
  (message) => changed(message, { 'webhook-signature': '' }),
  (message) =>
    changed(message, {
      'webhook-signature': (message.headers['webhook-signature'] ?? '').replaceAll('v1,', 'v2,'),
    }),
  (message, _, random, secret) => signedAt(message, secret, now() - skew(random)),
  (message, _, random, secret) => signedAt(message, secret, now() + skew(random)),
]

export function* forge(
  messages: readonly Message[],
  secret: string,
  count: number,
  random: SeededRandom,
): Generator<Message> {
  for (let made = 0; made < count; made++) {
    const message = messages[random.between(0, messages.length - 1)]
    const other = messages[random.between(0, messages.length - 1)]
    const forger = forgers[made % forgers.length]
    if (!message || !other || !forger) throw new Error('there is nothing to forge')
    // Taken from another message, it is a forgery only when the two differ.
    if (message.headers['webhook-id'] === other.headers['webhook-id']) made -= 1
    else yield forger(message, other, random, secret)
  }
}
