// Runs each attack in a process of its own, at the lowest priority. An attacker has its own machines: what an attack costs
// its sender must not slow down the service, or those who measure, on the few processors that they share here. The service
// still does all the work that an attack asks for.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import type { Target } from './attack.ts'
import { type AttackName, attacks, type Tally } from './attacks.ts'

type Order = { name: AttackName; target: Target; seconds: number }

/** Responses by status. */
type Responses = Record<string, number>

export type AttackReport = Partial<Record<AttackName, Responses>>

const LOWEST_PRIORITY = 19

export type Attacker = { done: Promise<AttackReport>; stop: () => void }

/** All at the same time. */
export function startAttacks(
  names: readonly AttackName[],
  target: Target,
  seconds: number,
): Attacker {
  const attackers = names.map((name) => ({ name, ...startAttack({ name, target, seconds }) }))
  return {
    done: Promise.all(attackers.map(async ({ name, done }) => [name, await done] as const)).then(
      (reports) => Object.fromEntries(reports),
    ),
    stop() {
      for (const { child } of attackers) child.kill('SIGKILL')
    },
  }
}

function startAttack(order: Order): { child: ChildProcess; done: Promise<Responses> } {
  const child = fork(import.meta.filename, { serialization: 'advanced' })
  lowerPriority(child)
  child.send(order)
  const done = once(child, 'message').then(([responses]) => responses as Responses) // sent at the end of this file
  return { child, done }
}

/** As much below this process as there is: a measurement may itself have a higher priority than other work. */
export function lowerPriority({ pid }: Pick<ChildProcess, 'pid'>): void {
  if (pid !== undefined)
    setPriority(pid, Math.min(LOWEST_PRIORITY, getPriority() + LOWEST_PRIORITY))
}

async function run({ name, target, seconds }: Order): Promise<Responses> {
  const tally: Tally = new Map()
  await attacks[name](target, AbortSignal.timeout(seconds * 1_000), tally)
  return Object.fromEntries(tally)
}

if (import.meta.main) {
  const [order] = (await once(process, 'message')) as [Order]
  const responses = await run(order)
  process.send?.(responses, () => process.exit())
}
