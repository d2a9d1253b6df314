// Runs attacks in a process of its own, at a low priority: what they cost their sender must not slow down those who measure.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { type AttackName, attacks, type Tally, type Target } from './attacks.ts'

type Order = { names: readonly AttackName[]; target: Target; seconds: number }

/** Responses by attack and status. */
export type AttackReport = Partial<Record<AttackName, Record<string, number>>>

const LOW_PRIORITY = 10

export type Attacker = { done: Promise<AttackReport>; stop: () => void }

export function startAttack(order: Order): Attacker {
  const child: ChildProcess = fork(import.meta.filename, { serialization: 'advanced' })
  child.send(order)
  return {
    done: once(child, 'message').then(([report]) => report as AttackReport), // sent at the end of this file
    stop: () => void child.kill('SIGKILL'),
  }
}

async function run({ names, target, seconds }: Order): Promise<AttackReport> {
  const signal = AbortSignal.timeout(seconds * 1_000)
  const report: AttackReport = {}
  await Promise.all(
    names.map(async (name) => {
      const tally: Tally = new Map()
      await attacks[name](target, signal, tally)
      report[name] = Object.fromEntries(tally)
    }),
  )
  return report
}

if (import.meta.main) {
  setPriority(LOW_PRIORITY)
  const [order] = (await once(process, 'message')) as [Order]
  const report = await run(order)
  process.send?.(report, () => process.exit())
}
