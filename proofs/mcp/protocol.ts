// The conformance suite behind the checks of `/mcp`, with every feature of the protocol and with the tools themselves, and the
// size of their definitions.
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { buildLocalApi } from '../../tests/harness/service.ts'
import { ACCEPT, request } from '../../tests/harness/work/rpc.ts'
import { atLeast, atMost, equals, isTrue } from '../../tools/programs/criteria.ts'
import type { ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { runConformance, type SuiteResult, type SuiteRun } from './conformance.ts'
import { countTokens } from './count-tokens.ts'
import { createFixture } from './fixture-server.ts'
import type { Stage } from './stage.ts'
import { startTokenProxy } from './token-proxy.ts'

const MOST_TOOLS = 14
const MOST_TOKENS = 2_000

/** Scenarios that are required of every server that has the feature, by their number of checks. */
const FIXTURE_CHECKS = { 'http-header-validation': 14, 'http-custom-header-server-validation': 10 }
const PRODUCT_CHECKS = { 'http-header-validation': 14, 'dns-rebinding-protection': 2 }

type Subject = {
  name: string
  url: string
  token: string
  /** `passes` is the number of required scenarios. */
  runs: (Omit<SuiteRun, 'url'> & { passes: number })[]
}

/** Every feature of the protocol, in place of the tools. */
export async function checkFixture(
  { databaseUrl, sites }: Stage,
  tools: string,
  options: ProofOptions,
): Promise<Verdict> {
  const { token, key: apiKey } = sites['one tenant']
  const api = await buildLocalApi({ databaseUrl, apiKey, mcpTools: createFixture() })
  try {
    const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
    const runs: Subject['runs'] = [
      { revision: '2026-07-28', passes: 37 },
      { revision: '2025-11-25', passes: 26, baseline: 'fixture-2025.yml' },
    ]
    const subject = { name: 'all features', url, token, runs }
    return await checkSubject(subject, FIXTURE_CHECKS, tools, options)
  } finally {
    await api.stop()
  }
}

export async function checkProduct(
  { sites }: Stage,
  tools: string,
  options: ProofOptions,
): Promise<Verdict> {
  const { url, token } = sites['one tenant']
  const runs: Subject['runs'] = [
    { revision: '2026-07-28', passes: 8, baseline: 'baseline-2026.yml' },
    { revision: '2025-11-25', passes: 5, baseline: 'baseline-2025.yml' },
  ]
  return checkSubject({ name: 'the tools', url, token, runs }, PRODUCT_CHECKS, tools, options)
}

async function checkSubject(
  { name, url, token, runs }: Subject,
  wanted: Record<string, number>,
  tools: string,
  { log }: ProofOptions,
): Promise<Verdict> {
  const proxy = await startTokenProxy(url, token)
  const results: { revision: string; passes: number; result: SuiteResult }[] = []
  try {
    for (const { passes, ...run } of runs) {
      const result = await runConformance(tools, { ...run, url: proxy.url })
      if (!result.isPass) log(result.output.slice(result.output.indexOf('=== SUMMARY ===')))
      results.push({ revision: run.revision, passes, result })
    }
  } finally {
    proxy.close()
  }
  const figures = results.map(({ revision, result }) => `${revision} ${describe(result)}`)
  const newest = results[0]?.result.scenarios
  return {
    figures: `conformance of ${name}: ${figures.join(', ')}`,
    criteria: [
      ...results.flatMap(({ revision, passes, result }) => [
        isTrue(`conformance of ${name} to ${revision}`, result.isPass),
        atLeast(`${name}: required scenarios of ${revision}`, countPassed(result), passes),
      ]),
      ...Object.entries(wanted).flatMap(([scenario, count]) => {
        const { passed = 0, failed = 1 } = newest?.get(scenario) ?? {}
        return [
          equals(`${name}: passed checks of ${scenario}`, passed, count),
          equals(`${name}: failed checks of ${scenario}`, failed, 0),
        ]
      }),
    ],
  }
}

const describe = (result: SuiteResult) =>
  `${countPassed(result)} of ${result.required.length} required scenarios`

const countPassed = ({ scenarios, required }: SuiteResult): number =>
  required.filter((name) => scenarios.get(name)?.failed === 0).length

/** As a client gets them: they are part of every conversation. */
export async function checkDefinitions({ sites }: Stage, tools: string): Promise<Verdict> {
  const { url, key } = sites['one tenant']
  const { headers, body } = request('tools/list')
  const caller = createApiCaller(1)
  const call = { method: 'POST', headers: { ...headers, accept: ACCEPT, 'x-api-key': key }, body }
  const answer = await caller.call(`${url}/mcp`, call).finally(() => caller.close())
  const { result } = JSON.parse(answer.body) as { result: { tools: unknown[] } } // of the protocol
  const tokens = countTokens(tools, JSON.stringify(result.tools))
  return {
    figures: `${result.tools.length} tools in ${tokens} tokens`,
    criteria: [
      atMost('tools', result.tools.length, MOST_TOOLS),
      atMost('tokens of their definitions', tokens, MOST_TOKENS),
    ],
  }
}
