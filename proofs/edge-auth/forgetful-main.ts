// The program without the comparison of sequences: what the control runs.
import { runSpoiled } from '../../tests/harness/processes/spoiled-program.ts'

await runSpoiled({
  '/edge-sessions/store/sessions.ts': [
    ['and ${column} < ${step.sequence}', 'and ${step.sequence} > 0'],
  ], // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the source
})
