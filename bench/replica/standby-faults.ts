// What happens to the standby while clients read their own writes: it replays late, not at all, does not respond, or is gone.
import { setTimeout as sleep } from 'node:timers/promises'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import type { Standby } from '../../tests/harness/failover/standby.ts'
import { until } from '../../tests/operate/until.ts'

type Fault = { name: string; inflict: (standby: Standby) => Promise<void> }

/** Each for this long, with as long a time without a fault after it. */
const FAULT_MS = 1_500

const faults: readonly Fault[] = [
  { name: 'replay 20 ms late', inflict: (standby) => delay(standby, '20ms') },
  { name: 'replay 300 ms late', inflict: (standby) => delay(standby, '300ms') },
  {
    name: 'replay paused',
    inflict: async (standby) => {
      await standby.pause()
      await sleep(FAULT_MS)
      await standby.resume()
    },
  },
  {
    name: 'frozen',
    inflict: async (standby) => {
      standby.freeze()
      await sleep(FAULT_MS)
      standby.thaw()
    },
  },
  {
    name: 'killed and restarted',
    inflict: async (standby) => {
      await standby.kill()
      await sleep(FAULT_MS)
      await standby.restart()
    },
  },
]

export const FAULT_NAMES = faults.map(({ name }) => name)

export type Storm = {
  /** Whether every fault has been there at least once. */
  isComplete(): boolean
  /** `stop` then says why. */
  hasFailed(): boolean
  /** Ends after the fault in progress; the faults that happened, in their order. */
  stop(): Promise<string[]>
}

/** `isInUse`: asked after each fault, so that the next one meets reads of the standby. */
export function startStorm(standby: Standby, isInUse: () => Promise<boolean>): Storm {
  const happened: string[] = []
  const state = { isStopped: false, hasFailed: false }
  const run = async () => {
    while (!state.isStopped) {
      for (const { name, inflict } of faults) {
        if (state.isStopped) return
        await until('the standby serves reads', isInUse, 60_000)
        await sleep(FAULT_MS)
        await inflict(standby)
        happened.push(name)
      }
    }
  }
  const running = run()
  // Reported by `stop`; until then a failure must not end the process.
  running.catch(() => {
    state.hasFailed = true
  })
  return {
    hasFailed: () => state.hasFailed,
    isComplete: () => new Set(happened).size === faults.length,
    stop: async () => {
      state.isStopped = true
      await running
      return happened
    },
  }
}

async function delay({ superuserUrl }: Standby, time: string): Promise<void> {
  const set = (value: string) =>
    withAdmin(superuserUrl, async (admin) => {
      await admin.query(`alter system set recovery_min_apply_delay = '${value}'`)
      await admin.query('select pg_reload_conf()')
    })
  await set(time)
  await sleep(FAULT_MS)
  await set('0')
}
