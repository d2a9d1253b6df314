// The program without what keeps secrets in: answers of vendors are handed on as they are, a secret prints what it holds, and
// the log begins with the whole configuration.
import { runSpoiled, type Spoiling } from '../../tests/harness/processes/spoiled-program.ts'

const spoiling: Spoiling = {
  '/crypto/scrub.ts': [
    [
      'if (forms.length === 0) return (text) => text',
      'if (forms.length >= 0) return (text) => text',
    ],
  ],
  '/crypto/secret.ts': ['toString()', 'toJSON()', '[inspect.custom]()'].map((method) => [
    `${method}: string {\n    return redacted`,
    `${method}: string {\n    return String(this.reveal())`,
  ]),
  '/app/start.ts': [['config: summarizeConfig(config)', 'config']],
}

/** For the test that compares them with the source. */
export const spoilings = [spoiling]

if (import.meta.main) await runSpoiled(spoiling)
