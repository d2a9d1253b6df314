// Inside the namespace: one machine that is everybody, whose every address answers, and the egress module among them.
//
// Started by the proof as a program of its own: `node world.ts '{"seed":1,…}'`, one line of JSON at the end.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { Secret } from '../../server/src/crypto/secret.ts'
import { readAddress } from '../../server/src/egress/address.ts'
import type { AddressGuard } from '../../server/src/egress/address-guard.ts'
import {
  createEgress,
  type Egress,
  type EgressOutcome,
  type EgressSettings,
} from '../../server/src/egress/egress.ts'
import { createNameResolver } from '../../server/src/egress/name-resolver.ts'
import { startConnectProxy } from '../../tests/harness/network/connect-proxy.ts'
import { startDnsServer } from '../../tests/harness/network/dns-server.ts'
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { type Attempt, type Corpus, makeCorpus, PUBLIC_IPV4, PUBLIC_IPV6 } from './corpus.ts'

export type WorldOptions = {
  seed: number
  /** How many of the forms, taken by lot. */
  forms: number
  sequences: number
  redirects: number
  guarded: boolean
}

export type Tally = { tried: number; reached: string[]; odd: string[] }

export type WorldReport = Record<
  | 'forms'
  | 'tunnels'
  | 'questions'
  | 'tricks'
  | 'sequences'
  | 'redirects'
  | 'legal'
  | 'legalTunnels',
  Tally
>

/** Neither forbidden nor on the loopback, so that asking it leaves no trace in the counters. */
const DNS_HOST = '9.9.9.9'
const AT_ONCE = 32
const limits = { totalMs: 5_000, headersMs: 2_000, bodyMs: 2_000 }

/** At which addresses each attempt arrived. */
const arrivals = new Map<string, Set<string>>()

async function startEverybody(port: number): Promise<void> {
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/to/')) return sendOn(path, response)
    const at = request.socket.localAddress?.replace('::ffff:', '') ?? ''
    arrivals.set(path.slice(1), new Set([...(arrivals.get(path.slice(1)) ?? []), at]))
    response.setHeader('connection', 'close').end('here')
  })
  server.listen(port, '::')
  await once(server, 'listening')
}

/** `/to/3/302/<where>`: two more public stations, then there. */
function sendOn(path: string, response: ServerResponse): void {
  const [, , hops = '1', status = '302', where = ''] = path.split('/')
  const location =
    hops === '1' ? decodeURIComponent(where) : `/to/${Number(hops) - 1}/${status}/${where}`
  response.writeHead(Number(status), { location, connection: 'close' }).end()
}

/** The guard switched off; the kernel takes "any address" for its own. */
const noGuard: AddressGuard = {
  judge(text) {
    const address = readAddress(text)?.text ?? text
    const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address
    return { allowed: true, address: reached, kind: 'public', opened: true }
  },
}

const isPublic = (address: string): boolean => [PUBLIC_IPV4, PUBLIC_IPV6].includes(address)

/** Names that mix good and bad may arrive at the good address when there is no guard. */
function leaked(attempts: readonly { id: string }[]): string[] {
  return attempts
    .map(({ id }) => id)
    .filter((id) => [...(arrivals.get(id) ?? [])].some((address) => !isPublic(address)))
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const send = (egress: Egress, url: string): Promise<EgressOutcome> =>
  egress.send({ method: 'GET', url, headers: {}, body: null, limits })

const describe = (what: string, url: string, outcome: EgressOutcome): string =>
  `${what} ${url}: ${outcome.outcome === 'answer' ? outcome.status : outcome.code}`

type Expect = (outcome: EgressOutcome) => boolean

const refused: Expect = (outcome) =>
  outcome.outcome === 'failure' && !outcome.sent && outcome.code !== 'connect_failed'

async function tryAll(
  egress: Egress,
  attempts: readonly Attempt[],
  expect: Expect,
): Promise<Tally> {
  const tally: Tally = { tried: attempts.length, reached: [], odd: [] }
  await inTurns(attempts, async ({ what, url }) => {
    const outcome = await send(egress, url)
    if (!expect(outcome)) tally.odd.push(describe(what, url, outcome))
  })
  return { ...tally, reached: leaked(attempts) }
}

/** Each name is asked for again and again; a harmless answer may arrive, at a public address only. */
async function tryRebinding(egress: Egress, sequences: Corpus['sequences']): Promise<Tally> {
  const tally: Tally = { tried: sequences.length, reached: [], odd: [] }
  await inTurns(sequences, async ({ url, sends }) => {
    let answered = 0
    for (let turn = 0; turn < sends; turn++) {
      const outcome = await send(egress, url)
      if (outcome.outcome === 'answer') answered++
      else if (!refused(outcome)) tally.odd.push(describe('rebinding', url, outcome))
    }
    if (answered === 0) tally.odd.push(`${url}: the harmless answers were refused too`)
  })
  return { ...tally, reached: leaked(sequences) }
}

/** A redirect is an answer; a caller that follows it manually must ask the guard again. */
async function tryRedirects(egress: Egress, redirects: readonly Attempt[]): Promise<Tally> {
  const tally: Tally = { tried: redirects.length, reached: [], odd: [] }
  await inTurns(redirects, async ({ what, url }) => {
    let outcome = await send(egress, url)
    let at = url
    if (outcome.outcome !== 'answer' || outcome.status < 300) {
      tally.odd.push(describe(what, url, outcome))
    }
    while (outcome.outcome === 'answer' && outcome.headers['location']) {
      at = new URL(outcome.headers['location'], at).href
      outcome = await send(egress, at)
    }
    if (!refused(outcome)) tally.odd.push(describe(what, at, outcome))
  })
  return { ...tally, reached: leaked(redirects) }
}

/** What is about to be stored is judged like what is about to be sent. */
async function askAll(
  egress: Egress,
  bad: readonly Attempt[],
  good: readonly Attempt[],
): Promise<Tally> {
  const tally: Tally = { tried: bad.length + good.length, reached: [], odd: [] }
  const ask = (attempts: readonly Attempt[], isFault: boolean) =>
    inTurns(attempts, async ({ what, url }) => {
      const fault = await egress.findFault(url)
      if ((fault !== null) !== isFault) tally.odd.push(`${what} ${url}: ${fault?.code ?? 'fine'}`)
    })
  await ask(bad, true)
  await ask(good, false)
  return tally
}

/** The same once more, under paths of their own. */
const byTunnel = (attempts: readonly Attempt[]): Attempt[] =>
  attempts.map(({ id, what, url }) => ({
    id: `tunnel-${id}`,
    what: `tunnel to ${what}`,
    url: url.replace(new RegExp(`/${id}$`), `/tunnel-${id}`),
  }))

const answered: Expect = (outcome) => outcome.outcome === 'answer' && outcome.status === 200

async function startEgress({ guarded }: WorldOptions, dns: string): Promise<[Egress, Egress]> {
  // The proxy believes everything; the address it is asked for must have been judged before.
  const { port } = await startConnectProxy({ host: PUBLIC_IPV4 })
  const settings: EgressSettings = {
    allow: [],
    deny: [],
    plainHttp: 'anywhere',
    proxy: null,
    proxyTarget: 'address',
    noProxy: [],
  }
  const parts = {
    // Without a cache: every request asks the server again and gets what it says next.
    resolver: createNameResolver({ servers: [dns], leastMs: 0 }),
    connectMs: 2_000,
    ...(guarded ? {} : { guard: noGuard }),
  }
  const proxy = Secret.from(`http://${PUBLIC_IPV4}:${port}/`)
  return [createEgress(settings, parts), createEgress({ ...settings, proxy }, parts)]
}

async function runWorld(options: WorldOptions): Promise<WorldReport> {
  const random = seededRandom(options.seed, 'ssrf')
  const corpus = makeCorpus(random, options)
  const dns = await startDnsServer(corpus.dns, { host: DNS_HOST, port: 53 })
  await Promise.all([startEverybody(80), startEverybody(8080)])
  const [direct, tunnelled] = await startEgress(options, dns.address)
  const forms = drawLots(corpus.forms, options.forms, random)
  return {
    legal: await tryLegal(direct, corpus.legal),
    legalTunnels: await tryLegal(tunnelled, byTunnel(corpus.legal)),
    forms: await tryAll(direct, forms, refused),
    tunnels: await tryAll(tunnelled, byTunnel(forms), refused),
    questions: await askAll(direct, [...forms, ...corpus.tricks], corpus.legal),
    tricks: await tryAll(direct, corpus.tricks, refused),
    redirects: await tryRedirects(direct, corpus.redirects),
    sequences: await tryRebinding(direct, corpus.sequences),
  }
}

async function tryLegal(egress: Egress, attempts: readonly Attempt[]): Promise<Tally> {
  const tally = await tryAll(egress, attempts, answered)
  return { ...tally, reached: attempts.map(({ id }) => id).filter((id) => arrivals.has(id)) }
}

function drawLots<T>(
  items: readonly T[],
  count: number,
  random: ReturnType<typeof seededRandom>,
): T[] {
  const lots = items.map((item) => ({ item, lot: random.next() }))
  return lots
    .toSorted((a, b) => a.lot - b.lot)
    .slice(0, count)
    .map(({ item }) => item)
}

if (import.meta.main) {
  const report = await runWorld(JSON.parse(process.argv[2] ?? '') as WorldOptions) // written by the proof
  // Servers and kept connections would hold the process; a pipe takes more than one turn.
  process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit())
}
