// The program with three faults in its permissions: agents get every operation, expired tokens are accepted, and
// `/mcp/readonly` has all tools. What the control runs.
import { runSpoiled, type Spoiling } from '../../tests/harness/processes/spoiled-program.ts'

/** For the test that compares them with the source. */
export const spoilings: readonly Spoiling[] = [
  {
    '/app/operations.ts': [
      ['filter(([id]) => acceptsAgentToken(id as OperationId))', 'filter(() => true)'],
    ],
    '/agents/store/tokens.ts': [['k.revoked_at is null and k.expires_at > now()', 'true']],
    '/mcp/access.ts': [["toolset === 'all' || 'readOnly' in mcpTools[name]", 'true']],
  },
]

if (import.meta.main) await runSpoiled(spoilings[0] ?? {})
