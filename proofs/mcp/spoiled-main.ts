// The program without the Origin check of `/mcp`, and with the server of the first request for all requests. What the
// control runs.
import { runSpoiled, type Spoiling } from '../../tests/harness/processes/spoiled-program.ts'

/** For the test that compares them with the source. */
export const spoilings: readonly Spoiling[] = [
  {
    '/mcp/origin-check.ts': [["throw new Problem('origin_not_allowed')", '']],
    '/mcp/endpoint.ts': [
      [
        'endpoint.createServer(authInfo?.extra?.[VISIT] as McpVisit)',
        'endpoint.createServer((globalThis.firstVisit ??= authInfo?.extra?.[VISIT]))',
      ],
    ],
  },
]

if (import.meta.main) await runSpoiled(spoilings[0] ?? {})
