// The program without the checks that keep the state of a run correct: silence is not noticed, and a worker that picks up an
// abandoned run reports it as succeeded.
import { runSpoiled, type Spoiling } from '../../tests/harness/processes/spoiled-program.ts'

const spoiling: Spoiling = {
  '/sync/runs/service/show-runs.ts': [
    ["row.state === 'running' && isSilent ? 'stalled' : row.state", 'row.state'],
  ],
  '/sync/engine/service/pull.ts': [
    ["state: 'failed', error, log: left.log", "state: 'succeeded', log: left.log"],
  ],
}

/** For the test that compares them with the source. */
export const spoilings = [spoiling]

if (import.meta.main) await runSpoiled(spoiling)
