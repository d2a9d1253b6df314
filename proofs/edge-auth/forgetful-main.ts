// The program without the comparison of sequences: what the control runs.
import { runSpoiled, type Spoiling } from '../../tests/harness/processes/spoiled-program.ts'

const spoiling: Spoiling = {
  '/edge-sessions/store/sessions.ts': [
    ['and ${column} < ${step.sequence}', 'and ${step.sequence} > 0'],
  ], // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the source
}

/** For the test that compares them with the source. */
export const spoilings = [spoiling]

if (import.meta.main) await runSpoiled(spoiling)
