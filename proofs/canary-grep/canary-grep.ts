// Verifies that no secret leaks: planted secrets are searched for in all output of the service, in every usual encoding.
import { randomBytes } from 'node:crypto'
import { startEmulator } from '../../integrations/github/testing/emulator.ts'
import { generateApiKey } from '../../server/src/crypto/api-key.ts'
import {
  type Canary,
  findCanaries,
  findMissed,
  formsOf,
  makeCanary,
} from '../../tests/harness/canary/canaries.ts'
import { type SeededRandom, seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { atLeast, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { type Credential, type Journey, travel } from './integration-journey.ts'
import { lookAround } from './look-around.ts'
import { addUsers, basic, sendWebhooks } from './other-endpoints.ts'
import { startWatchedService, type WatchedService } from './watched-service.ts'

/** With the API key, two master keys and the first password: 40. What the service makes up itself comes on top. */
const COUNTS = { token: 10, 'webhook secret': 10, wrong: 5, tried: 5, header: 4, password: 2 }
const LEAST = 40
const SHOWN = 10
/** Of real text before and behind what is put there to be found. */
const AROUND = 10_000
/** Integrations that are used while their key is lost; the state of all is looked at. */
const WITHOUT_KEY = 3

type Kind = keyof typeof COUNTS

export const proof: Proof = {
  tier: 'release',
  tierReason: 'a minute; the tests of secrets and errors run on every change',
  budgetSeconds: 90,
  fullSizeForRelease: true,
  report: 'canary-grep',
  covers: ['server/src/observe', 'server/src/domains/vault', 'server/src/domains/integrations'],
  claim: `${LEAST} planted secrets and those that the service generates, raw and in JSON, URLs, hex and base64 at every offset, are found nowhere after every operation that uses one: not in responses, errors, pages, debug logs, metrics, traces, processes, commands, a database dump or the database log; a control finds each of them in each form`,
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const random = seededRandom(options.seed, 'canaries')
    const own = {
      apiKey: generateApiKey(),
      master: randomBytes(32).toString('base64'),
      uiPassword: makeCanary('first password', random).value,
    }
    const later = randomBytes(32).toString('base64')
    const service = await startWatchedService({ ...own, isLeaky: options.control })
    try {
      const planted = plantAll(random)
      const made = await useEverything(service, planted, own, later)
      const canaries: Canary[] = [
        ...Object.values(planted).flat(),
        ...Object.entries({ ...own, later }).map(([name, value]) => ({ name, value })),
      ]
      return judge(options, canaries, made, await service.listSinks())
    } finally {
      await service.stop()
    }
  },
}

function plantAll(random: SeededRandom): Record<Kind, Canary[]> {
  const plant = (kind: Kind) =>
    Array.from({ length: COUNTS[kind] }, (_, at) => makeCanary(`${kind} ${at}`, random))
  return {
    token: plant('token'),
    'webhook secret': plant('webhook secret'),
    wrong: plant('wrong'),
    tried: plant('tried'),
    header: plant('header'),
    password: plant('password'),
  }
}

/** What the service made up itself and showed once. */
async function useEverything(
  service: WatchedService,
  planted: Record<Kind, Canary[]>,
  own: { master: string; uiPassword: string },
  later: string,
): Promise<Canary[]> {
  const signIn = basic('admin', own.uiPassword)
  const credentials = credentialsOf(planted)
  // Each at a vendor of its own: what one repeats is none of the others' secrets.
  const vendors = await Promise.all(credentials.map(() => startEmulator()))
  try {
    const journeys = await Promise.all(
      credentials.map((credential, at) => travel(service, vendors[at], credential, at)),
    )
    const made = await sendWebhooks(service, planted.header)
    await addUsers(service, planted.password, signIn)
    await lookAround(service, signIn)
    await loseKey(service, journeys.slice(0, WITHOUT_KEY), own.master, later)
    await lookAround(service, signIn)
    return made
  } finally {
    for (const { close } of vendors) await close()
  }
}

function credentialsOf(planted: Record<Kind, Canary[]>): Credential[] {
  return planted.token.map((token, at) => ({
    token,
    webhookSecret: planted['webhook secret'][at] ?? token,
    wrong: planted.wrong[at],
    tried: planted.tried[at],
  }))
}

/** Gone on without, and found again. */
async function loseKey(
  service: WatchedService,
  journeys: readonly Journey[],
  lost: string,
  later: string,
): Promise<void> {
  const id = service.readMasterKeyId()
  await service.restart({ master: later }, ['keys', 'abandon', '--confirm', id])
  await Promise.all(journeys.map(({ useWithoutKey }) => useWithoutKey()))
  await service.restart({ master: later, previous: lost }, ['keys', 'rotate'])
  await Promise.all(journeys.map(({ useAgain }) => useAgain()))
}

function judge(
  { log }: ProofOptions,
  planted: readonly Canary[],
  made: readonly Canary[],
  sinks: ReadonlyMap<string, string>,
): Verdict {
  const canaries = [...planted, ...made]
  const { tried, missed } = findMissed(canaries, (sinks.get('answers') ?? '').slice(0, AROUND))
  const found = findCanaries(canaries, sinks)
  for (const [sink, text] of sinks) {
    const here = new Set(found.filter((one) => one.sink === sink).map(({ canary }) => canary))
    log(`${sink}: ${text.length} characters, ${here.size} secrets`)
  }
  for (const { canary, form, sink, near } of found.slice(0, SHOWN)) {
    log(`  ${canary} as ${form} in ${sink}, behind ${JSON.stringify(near)}`)
  }
  const size = [...sinks.values()].reduce((sum, text) => sum + text.length, 0)
  const silent = [...sinks].filter(
    ([sink, text]) => text.trim() === '' && sink !== 'standard error',
  )
  const figures = [
    `${planted.length} secrets planted and ${made.length} made up`,
    `${formsOf('').size} forms`,
    `${Math.round(size / 1_000)} kB in ${sinks.size} places`,
    `${found.length} found`,
    `${tried - missed.length} of ${tried} found where they were put`,
    `${silent.length} places that said nothing`,
  ]
  const criteria = [
    none('secrets found', found.length),
    none('planted occurrences not detected', missed.length),
    none('places without any text', silent.length),
    atLeast('secrets planted', planted.length, LEAST),
  ]
  return { figures: figures.join(', '), criteria }
}
