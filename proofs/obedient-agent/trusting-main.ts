// The program without labels and without the Rule of Two: text of others is not fenced, and an agent that reads, knows and
// writes needs no approval. What the control runs.
import { runSpoiled, type Spoiling } from '../../tests/harness/processes/spoiled-program.ts'

/** For the test that compares them with the source. */
export const spoilings: readonly Spoiling[] = [
  {
    '/approvals/policy.ts': [
      ['!agent || (agent.reads_external && agent.reads_beyond_claim)', '!agent'],
    ],
    '/mcp/print-result.ts': [
      // The fence as it would be written without a thought.
      // biome-ignore lint/suspicious/noTemplateCurlyInString: text of the source
      ["`<${tag} ${attributes.join(' ')}>\\n${text}\\n</${tag}>`", 'text'],
    ],
  },
]

if (import.meta.main) await runSpoiled(spoilings[0] ?? {})
