// Verifies that each alert fires when its cause happens, and no other does: a real Prometheus, the shipped rules, real faults.
import { setTimeout as sleep } from 'node:timers/promises'
import { alertNames } from '../../tools/monitoring/rules.ts'
import { atLeast, type Criterion, isTrue, none, prefixed } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { faults } from './faults.ts'
import { type Installation, startInstallation } from './installation.ts'
import { type Observation, observeFault } from './observe-fault.ts'
import { quickRules } from './quick-rules.ts'

const HEALTHY_MS = 15_000
const LIMIT_MS = 90_000
/** Nothing fires in the control, so every wait lasts until its limit. */
const CONTROL = { faults: 2, limitMs: 20_000 }

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'measures when alerts fire, so it must run alone; promtool evaluates the rules on every change',
  budgetSeconds: 900,
  exclusive: true,
  report: 'alerts',
  covers: ['deploy/monitoring', 'tools/monitoring', 'server/src/observe', 'server/src/app'],
  claim: `each of ${alertNames.length} alerts fires when its cause happens on a running installation, no other alert fires, and all resolve afterwards`,
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const installation = await startInstallation(quickRules(options))
    try {
      return await observeAll(installation, options)
    } finally {
      await installation.stop()
    }
  },
}

async function observeAll(installation: Installation, options: ProofOptions): Promise<Verdict> {
  const { log, control } = options
  const { prometheus, traffic } = installation
  traffic.start('create', 'list')
  await sleep(HEALTHY_MS)
  const healthy = await prometheus.listFiring()
  log(`healthy: ${traffic.sent()} requests, ${healthy.length} alerts`)
  const observations: Observation[] = []
  for (const fault of control ? faults.slice(0, CONTROL.faults) : faults) {
    const limitMs = control ? CONTROL.limitMs : LIMIT_MS
    const seen = await observeFault(fault, installation, limitMs)
    log(describe(seen))
    observations.push(seen)
  }
  const remaining = await waitForSilence(installation)
  const fired = observations.filter(({ firedAfter }) => firedAfter !== undefined)
  const slowest = Math.max(...fired.map(({ firedAfter }) => firedAfter ?? 0))
  const caused = new Set(faults.map(({ alert }) => alert))
  return {
    figures: `${fired.length} of ${alertNames.length} alerts fired on their cause, ${observations.flatMap(({ others }) => others).length} others, slowest after ${slowest.toFixed(1)} s with windows and thresholds shortened`,
    criteria: [
      atLeast('requests without a fault', traffic.sent(), 50),
      none('alerts without a fault', healthy.length),
      none('alerts without a cause here', alertNames.filter((name) => !caused.has(name)).length),
      ...observations.flatMap(judge),
      none('alerts that still fire at the end', remaining),
    ],
  }
}

function judge({ alert, firedAfter, resolvedAfter, others }: Observation): Criterion[] {
  return prefixed(alert, [
    isTrue('fires', firedAfter !== undefined),
    none(`other alerts${others.length > 0 ? ` (${others.join(', ')})` : ''}`, others.length),
    isTrue('resolves', resolvedAfter !== undefined),
  ])
}

const time = (seconds: number | undefined) =>
  seconds === undefined ? 'never' : `${seconds.toFixed(1)} s`

function describe({ alert, what, firedAfter, resolvedAfter, others }: Observation): string {
  const also = others.length > 0 ? `, also ${others.join(', ')}` : ''
  return `| ${alert} | ${what} | fired after ${time(firedAfter)}${also} | resolved after ${time(resolvedAfter)} |`
}

/** Tickets of objectives end when their windows have passed. */
async function waitForSilence({ prometheus }: Installation): Promise<number> {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await sleep(1_000)) {
    if ((await prometheus.listFiring()).length === 0) return 0
  }
  return (await prometheus.listFiring()).length
}
