// The program without the limits that one attack meets: what the control runs.
import { runSpoiled } from '../../tests/harness/processes/spoiled-program.ts'
import type { AttackName } from './attacks.ts'
import { absences, WITHOUT_LIMIT } from './without-limit.ts'

/** For the test that compares them with the source. */
export const spoilings = Object.values(absences).flatMap(({ spoiling }) =>
  spoiling ? [spoiling] : [],
)

if (import.meta.main) {
  await runSpoiled(absences[process.env[WITHOUT_LIMIT] as AttackName].spoiling ?? {}) // set by the proof
}
