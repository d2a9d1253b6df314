// Verifies that the credential of an integration is sent only to the hosts it was entered for, whatever the integration, a
// response or a changed row contains.
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { atLeast, equals, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { type Attempt, type Group, makeAttempts, makeLegal } from './attempts.ts'
import { openWorld, type Way, type World } from './world.ts'

const LEAST_ATTEMPTS = 200
const MIXED = { small: 100, full: 2_000 }
const ways: readonly Way[] = ['direct', 'proxy']
/** Of the addresses and moved secrets; less, and nothing would be saved from anything. */
const LEAST_DANGER = 0.4
/** Of those put together by lot, most lead nowhere. */
const LEAST_MIXED_DANGER = 0.1
const SHOWN = 5

type Tally = {
  tried: number
  /** Requests of any kind that reached another server, and those with the credential in them. */
  astray: string[]
  leaked: string[]
  /** What had to arrive at the vendor, and did. */
  legal: number
  legalArrived: number
  byGroup: Map<Group, { tried: number; leaked: number }>
}

export const proof: Proof = {
  tier: 'release',
  tierReason:
    '1,500 attempts take a minute; `ssrf` and the tests of integrations run on every change',
  budgetSeconds: 60,
  cores: 0.5,
  report: 'credential-host',
  covers: ['server/src/agent', 'server/src/egress', 'server/src/domains/integrations'],
  claim: `at least ${LEAST_ATTEMPTS} ways to send a credential to another host, port or scheme, by URL, header, redirect, certificate or changed row, directly and through a proxy: none reaches another host, and allowed requests reach the vendor; without the check at least ${LEAST_DANGER * 100} % of URLs and changed rows leak`,
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const unguarded = await tryAll(options, false)
    const guarded = options.control ? unguarded : await tryAll(options, true)
    return judge(options, guarded, unguarded)
  },
}

async function tryAll(options: ProofOptions, isGuarded: boolean): Promise<Tally> {
  const { log, full, seed } = options
  const tally: Tally = {
    tried: 0,
    astray: [],
    leaked: [],
    legal: 0,
    legalArrived: 0,
    byGroup: new Map(),
  }
  for (const way of ways) {
    const world = await openWorld(way)
    try {
      const random = seededRandom(seed, `credential-host ${way}`)
      const attempts = makeAttempts(world.ports, random, full ? MIXED.full : MIXED.small)
      for (const attempt of attempts) await tryOne(world, attempt, isGuarded, tally)
      for (const legal of makeLegal(world.ports)) await tryLegal(world, legal, tally)
    } finally {
      await world.stop()
    }
  }
  const groups = [...tally.byGroup].map(
    ([name, { tried, leaked }]) => `${leaked} of ${tried} ${name}`,
  )
  log(`${isGuarded ? 'with' : 'without'} the check: elsewhere arrived ${groups.join(', ')}`)
  return tally
}

async function tryOne(
  world: World,
  attempt: Attempt,
  isGuarded: boolean,
  tally: Tally,
): Promise<void> {
  const arrivals = await world.attempt(attempt, isGuarded)
  const elsewhere = arrivals.filter(({ at }) => at === 'elsewhere')
  const hasLeaked = elsewhere.some(({ hasCredential }) => hasCredential)
  const group = tally.byGroup.get(attempt.group) ?? { tried: 0, leaked: 0 }
  tally.byGroup.set(attempt.group, {
    tried: group.tried + 1,
    leaked: group.leaked + Number(hasLeaked),
  })
  tally.tried++
  if (elsewhere.length > 0) tally.astray.push(attempt.what)
  if (hasLeaked) tally.leaked.push(attempt.what)
}

async function tryLegal(world: World, attempt: Attempt, tally: Tally): Promise<void> {
  const arrivals = await world.attempt(attempt, true)
  tally.legal++
  const [only, ...more] = arrivals
  if (only?.at === 'vendor' && only.hasCredential && more.length === 0) tally.legalArrived++
}

function judge({ log, control }: ProofOptions, guarded: Tally, unguarded: Tally): Verdict {
  if (!control) for (const what of guarded.astray.slice(0, SHOWN)) log(`  astray: ${what}`)
  const danger = dangerOf(unguarded, ['addresses', 'moved secrets'])
  const mixedDanger = dangerOf(unguarded, ['mixed addresses'])
  const figures = [
    `${guarded.tried} attempts`,
    `${guarded.leaked.length} credentials and ${guarded.astray.length} requests reached another host`,
    `${guarded.legalArrived} of ${guarded.legal} legal requests arrived`,
    `without the check ${(danger * 100).toFixed(1)} % of addresses and changed rows arrived elsewhere, ${(mixedDanger * 100).toFixed(1)} % of addresses by lot`,
  ]
  const criteria = [
    atLeast('attempts', guarded.tried, LEAST_ATTEMPTS),
    none('attempts with a request to another host', guarded.astray.length),
    equals('allowed requests that arrived', guarded.legalArrived, guarded.legal),
    atLeast('share of attempts that leak without the check', danger, LEAST_DANGER),
    atLeast('share of random URLs that leak without it', mixedDanger, LEAST_MIXED_DANGER),
  ]
  return { figures: figures.join(', '), criteria }
}

function dangerOf({ byGroup }: Tally, names: readonly Group[]): number {
  const groups = names.flatMap((name) => byGroup.get(name) ?? [])
  const sum = (count: 'tried' | 'leaked') =>
    groups.reduce((total, group) => total + group[count], 0)
  return sum('leaked') / sum('tried')
}
