// The program without what keeps secrets in: answers of vendors are handed on as they are, a secret prints what it holds, and
// the log begins with the whole configuration.
import { runSpoiled } from '../../tests/harness/processes/spoiled-program.ts'

await runSpoiled({
  '/crypto/scrub.ts': [
    [
      'if (forms.length === 0) return (text) => text',
      'if (forms.length >= 0) return (text) => text',
    ],
  ],
  '/crypto/secret.ts': [['return redacted', 'return String(this.reveal())']],
  '/app/start.ts': [['config: summarizeConfig(config)', 'config']],
})
