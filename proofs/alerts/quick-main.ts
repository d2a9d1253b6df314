// The program with shorter pauses between looks and maintenance rounds, so that an alert needs seconds instead of an hour.
import { runSpoiled, type Spoiling } from '../../tests/harness/processes/spoiled-program.ts'

const looks = [['LOOK_EVERY_MS = 5_000', 'LOOK_EVERY_MS = 500']] as const

/** For the test that compares them with the source. */
export const spoilings: readonly Spoiling[] = [
  {
    '/app/workers/worker.ts': [
      ['ROUND_MS = 10 * 60_000', 'ROUND_MS = 1_000'],
      ['LOOK_MS = 60_000', 'LOOK_MS = 1_000'],
    ],
    '/service/dispatch-lag.ts': looks,
    '/jobs/queue-age.ts': looks,
    '/maintenance/slot-watch.ts': looks,
  },
]

if (import.meta.main) await runSpoiled(spoilings[0] ?? {})
