// The program without the gate: what agents do is sent without an approval. What the control runs.
import { runSpoiled, type Spoiling } from '../../tests/harness/processes/spoiled-program.ts'

/** For the test that compares them with the source. */
export const spoilings: readonly Spoiling[] = [
  {
    '/sync/engine/service/turn.ts': [['parts.gatesAgents ?? true', 'false']],
    '/work/runs/service/complete.ts': [['if (parts.gatesAgents === false) return []', 'return []']],
  },
]

if (import.meta.main) await runSpoiled(spoilings[0] ?? {})
