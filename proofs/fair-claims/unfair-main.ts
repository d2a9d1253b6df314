// The program without fairness keys and without aging: what the control runs.
import { runSpoiled, type Spoiling } from '../../tests/harness/processes/spoiled-program.ts'

/** For the test that compares them with the source. */
export const spoilings: readonly Spoiling[] = [
  {
    '/claims/turn.ts': [
      ['if (!hasKeys) {', 'if (true) {'],
      ['(priority - 1) * coalesce(', '(priority - 1) * 100000::bigint * coalesce('],
    ],
  },
]

if (import.meta.main) await runSpoiled(spoilings[0] ?? {})
