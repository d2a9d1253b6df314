// The program whose reads of the replica wait for no position: what the control runs.
import { runSpoiled, type Spoiling } from '../../tests/harness/processes/spoiled-program.ts'

/** For the test that compares them with the source. */
export const spoilings: readonly Spoiling[] = [
  {
    '/db/replica/open-replica.ts': [
      ['(replica.checksPosition === false ? undefined : source())', 'undefined'],
    ],
  },
]

if (import.meta.main) await runSpoiled(spoilings[0] ?? {})
