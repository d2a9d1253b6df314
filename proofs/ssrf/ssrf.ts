// Verifies SSRF protection: no address, host name, redirect or DNS rebinding leads the service to a forbidden network.
import { join } from 'node:path'
import { atLeast, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { openNamespace } from './namespace.ts'
import type { Tally, WorldOptions, WorldReport } from './world.ts'

const SEQUENCES = 200
const REDIRECTS = 60
const LEAST_LEGAL = 40
/** Of what is tried without the guard; less, and the corpus would be no danger that something is saved from. */
const LEAST_DANGER = 0.9

type Visit = { report: WorldReport; packets: { forbidden: number; other: number } }

export const proof: Proof = {
  tier: 'change',
  budgetSeconds: 60,
  requires: ['network namespaces'],
  report: 'ssrf',
  covers: ['server/src/egress'],
  claim: `IP addresses in every notation and host names that resolve to them, used directly, through a proxy and in checks, ${SEQUENCES} rebinding names and ${REDIRECTS} redirect chains, in a network namespace: no packet to a forbidden range, and every public target is reached; without the guard ${LEAST_DANGER * 100} % arrive`,
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const unguarded = await visitWorld(options, false)
    const guarded = options.control ? unguarded : await visitWorld(options, true)
    return judge(options, guarded, unguarded)
  },
}

async function visitWorld({ seed, full, log }: ProofOptions, guarded: boolean): Promise<Visit> {
  const size = { forms: full ? Number.MAX_SAFE_INTEGER : 600 }
  const options: WorldOptions = {
    seed,
    guarded,
    forms: size.forms,
    sequences: SEQUENCES,
    redirects: REDIRECTS,
  }
  const namespace = openNamespace()
  try {
    const program = join(import.meta.dirname, 'world.ts')
    const printed = await namespace.run(process.execPath, [program, JSON.stringify(options)])
    const visit = { report: JSON.parse(printed) as WorldReport, packets: namespace.countPackets() } // its last line
    log(`${guarded ? 'with' : 'without'} guard: ${describe(visit)}`)
    return visit
  } finally {
    namespace.remove()
  }
}

function describe({ report, packets }: Visit): string {
  const tallies = Object.entries(report).map(
    ([name, { tried, reached }]) => `${reached.length} of ${tried} ${name} arrived`,
  )
  return [...tallies, `${packets.forbidden} packets to forbidden ranges`].join(', ')
}

const share = (...tallies: readonly Tally[]): number =>
  tallies.reduce((sum, { reached }) => sum + reached.length, 0) /
  tallies.reduce((sum, { tried }) => sum + tried, 0)

function judge({ log, control, full }: ProofOptions, guarded: Visit, unguarded: Visit): Verdict {
  const { forms, sequences, redirects, tricks, legal, legalTunnels } = guarded.report
  const odd = Object.values(guarded.report).flatMap((tally) => tally.odd)
  if (!control) for (const line of odd.slice(0, 10)) log(`  ${line}`)
  const open = unguarded.report
  const danger = share(open.forms, open.tunnels, open.sequences, open.redirects)
  const figures = [
    `${forms.tried} forms in 3 ways, ${tricks.tried} tricks, ${sequences.tried} rebinding names, ${redirects.tried} redirect chains`,
    `${guarded.packets.forbidden} packets to forbidden ranges`,
    `${legal.reached.length} of ${legal.tried} legal targets reached, ${legalTunnels.reached.length} through a proxy`,
    `${odd.length} odd outcomes`,
    `without guard ${(danger * 100).toFixed(1)} % arrived`,
  ]
  const criteria = [
    none('packets to forbidden ranges', guarded.packets.forbidden),
    atLeast('address forms tried', forms.tried, full ? 2_000 : 500),
    atLeast('allowed targets reached', legal.reached.length, LEAST_LEGAL),
    atLeast('allowed targets reached through a proxy', legalTunnels.reached.length, LEAST_LEGAL),
    none('unexpected outcomes', odd.length),
    atLeast('share of attacks that arrive without the guard', danger, LEAST_DANGER),
    atLeast('packets to forbidden ranges without the guard', unguarded.packets.forbidden, 1),
  ]
  return { figures: figures.join(', '), criteria }
}
