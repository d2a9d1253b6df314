// Verifies isolation of resources: every shared resource is attacked by a tenant or an unauthenticated client, one after the
// other and all at once, while two other tenants keep working.
import { measureUndisturbed } from '../../tests/harness/measure/undisturbed.ts'
import { atLeast, isPass, none, prefixed } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { type AttackName, attacks } from './attacks.ts'
import type { Experience } from './neighbors.ts'
import {
  describe,
  describePhase,
  judge,
  MOST_MIB,
  measureAlone,
  type Phase,
  runPhase,
  warmUp,
} from './phase.ts'
import { type Site, withService, withSite } from './site.ts'

const names = Object.keys(attacks) as AttackName[] // the keys of an object literal

export const proof: Proof = {
  tier: 'release',
  tierReason: 'measures latency next to ten minutes of attacks; each limit has its own test',
  budgetSeconds: 480,
  exclusive: true,
  fullSizeForRelease: true,
  covers: [
    'server/src/http',
    'server/src/db',
    'server/src/events',
    'server/src/domains/claims',
    'server/src/domains/deliveries',
    'server/src/domains/work',
    'server/src/agent',
  ],
  claim:
    'a hostile tenant and unauthenticated clients attack every shared resource of a process with 1 GiB: it is never killed, and other tenants are hardly affected',
  report: 'resilience',
  hasControl: true,
  prove: (options) =>
    withSite(options, (site) =>
      options.control ? attackWithoutLimits(site, options) : attackAll(site, options),
    ),
}

async function attackAll(site: Site, { log }: ProofOptions): Promise<Verdict> {
  return withService(site, async (running) => {
    if (!running.memory.isLimited) log('memory is measured, not limited: that takes root')
    const alone = await measureUndisturbed(() => measureAlone(site, running), { log })
    log(`alone: ${describe(alone)}`)
    const phases: Phase[] = []
    for (const name of [...names, 'all at once'] as const) {
      const isLast = name === 'all at once'
      const seconds = isLast ? site.size.together : site.size.each
      const attack = async () => {
        const phase = await runPhase(site, running, name, isLast ? names : [name], seconds)
        log(describePhase(phase))
        return phase
      }
      const mustRepeat = (phase: Phase) => phase.isAlive && !isPass(judge(alone, phase))
      const phase = await measureUndisturbed(attack, { log, mustRepeat })
      phases.push(phase)
      if (!phase.isAlive) break
    }
    const survived = phases.filter(({ isAlive }) => isAlive).length
    return {
      figures: summarize(alone, phases),
      criteria: [
        atLeast('attacks survived', survived, names.length + 1),
        ...phases.flatMap((phase) => prefixed(phase.name, judge(alone, phase))),
      ],
    }
  })
}

/** Each attack meets a service without the limits that are there for it. */
async function attackWithoutLimits(site: Site, { log }: ProofOptions): Promise<Verdict> {
  const alone = await withService(site, (running) =>
    measureUndisturbed(() => measureAlone(site, running), { log }),
  )
  log(`alone: ${describe(alone)}`)
  const unnoticed: string[] = []
  for (const name of names) {
    await withService({ ...site, without: name }, async (running) => {
      await warmUp(site, running)
      const phase = await runPhase(site, running, name, [name], site.size.each)
      const missed = judge(alone, phase).filter((criterion) => !isPass([criterion]))
      log(`without its limits, ${describePhase(phase)}`)
      if (missed.length === 0 && phase.isAlive) unnoticed.push(name)
    })
  }
  const noticed = names.length - unnoticed.length
  return {
    figures: `${noticed} of ${names.length} attacks affect others without the limits${unnoticed.length > 0 ? `, not: ${unnoticed.join(', ')}` : ''}`,
    // The control is one only if every limit matters.
    criteria: [none('attacks that affect others', unnoticed.length === 0 ? noticed : 0)],
  }
}

function summarize(alone: Experience, phases: readonly Phase[]): string {
  const worst = (read: (one: Experience) => number) =>
    Math.max(...phases.map(({ during }) => read(during)))
  const met = phases.filter((phase) => phase.isAlive && isPass(judge(alone, phase))).length
  return [
    `${met} of ${names.length + 1} attacks without effect on others`,
    `p99 alone create ${alone.createP99Ms}, list ${alone.listP99Ms}, claim ${alone.claimP99Ms}, delivery ${alone.deliveryP99Ms} ms`,
    `slowest p99 under attack create ${worst((one) => one.createP99Ms)}, list ${worst((one) => one.listP99Ms)}, claim ${worst((one) => one.claimP99Ms)}, delivery ${worst((one) => one.deliveryP99Ms)} ms`,
    `memory ${phases.at(-1)?.peakMiB} ≤ ${MOST_MIB} MiB`,
  ].join(', ')
}
