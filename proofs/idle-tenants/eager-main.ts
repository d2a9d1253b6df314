// The program with a look that finds every tenant, whether something is due or not: what the control runs.
import { runSpoiled, type Spoiling } from '../../tests/harness/processes/spoiled-program.ts'

/** For the test that compares them with the source. */
export const spoilings: readonly Spoiling[] = [
  {
    '/work/maintenance/store.ts': [
      [
        "(select q.tenant_id from questions q\n        where q.state = 'open' and q.expires_at <= clock_timestamp() and q.tenant_id <> all(${except}::uuid[])\n        order by q.expires_at limit",
        '(select q.tenant_id from tenants q where q.tenant_id <> all(${except}::uuid[]) limit',
      ],
    ],
  },
]

if (import.meta.main) await runSpoiled(spoilings[0] ?? {})
