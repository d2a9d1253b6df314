// The program without the fence: a run accepts requests after its lease has ended. What the control runs.
import { runSpoiled, type Spoiling } from '../../tests/harness/processes/spoiled-program.ts'

/** For the test that compares them with the source. */
export const spoilings: readonly Spoiling[] = [
  {
    '/work/runs/service/hold-run.ts': [
      ["if (run.ended_at !== null) throw leaseLost(run.end_reason ?? 'ended')", ''],
      ["if (run.is_expired) return 'expired'", ''],
    ],
    '/work/runs/store/runs.ts': [['r.id = e.id and r.ended_at is null', 'r.id = e.id']],
  },
]

if (import.meta.main) await runSpoiled(spoilings[0] ?? {})
