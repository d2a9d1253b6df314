// The program without the classification of database failures: what the control runs.
import { runSpoiled, type Spoiling } from '../../tests/harness/processes/spoiled-program.ts'

/** For the test that compares them with the source. */
export const spoilings: readonly Spoiling[] = [
  {
    '/lib/database-failure.ts': [
      [
        "const UNAVAILABLE_CLASSES = ['08', '53', '57', '58', 'XX']",
        'const UNAVAILABLE_CLASSES: string[] = []',
      ],
    ],
  },
]

if (import.meta.main) await runSpoiled(spoilings[0] ?? {})
