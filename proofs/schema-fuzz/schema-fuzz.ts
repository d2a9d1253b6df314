// Fuzzes the running server with its own OpenAPI document: valid and invalid requests, single ones and sequences.
import type { TestTenant } from '../../tests/harness/service.ts'
import { atLeast, type Criterion, isPass, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { type FuzzTarget, startFuzzTarget } from './fuzz-target.ts'
import { readDocument, withAgent } from './living-examples.ts'
import { type FuzzReport, PHASES, runSchemathesis } from './schemathesis.ts'

/** Rounds, each with its own seed, continue until there are enough cases. */
const SIZES = {
  ci: { cases: 2_500, casesPerOperation: Number(process.env['FUZZ_CASES_PER_OPERATION'] ?? 12) },
  full: { cases: 50_000, casesPerOperation: 500 },
  /** One spoiled answer would be enough. */
  control: { cases: 1_000, casesPerOperation: 20 },
}

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'five minutes, most of them for the cases that the schema alone gives; the tests of each operation send invalid input on every change',
  budgetSeconds: 240,
  changeSeed: 12,
  fullSizeForRelease: true,
  covers: ['contract/src', 'server/src/http', 'server/src/domains'],
  claim:
    'all checks of Schemathesis pass on the running server: no 5xx, and no response that violates the OpenAPI document',
  hasControl: true,
  async prove(options) {
    const target = await startFuzzTarget()
    const proxy = options.control ? await startFaultyProxy(target.url) : undefined
    try {
      return await fuzz(options, target, proxy)
    } finally {
      proxy?.stop()
      await target.stop()
    }
  },
}

async function fuzz(
  options: ProofOptions,
  target: FuzzTarget,
  proxy: FaultyProxy | undefined,
): Promise<Verdict> {
  const { cases, casesPerOperation } = SIZES[sizeOf(options)]
  const { owner, stranger } = target
  const identities = {
    owner: await withAgent(target.url, headersOf(owner)),
    stranger: await withAgent(target.url, headersOf(stranger)),
  }
  const document = await readDocument(target.url, identities.owner)
  const url = proxy?.url ?? target.url
  const rounds: FuzzReport[] = []
  while (executedCases(rounds, target) < cases && rounds.every(isClean)) {
    const seed = options.seed + rounds.length
    const { log } = options
    log(`round ${rounds.length + 1}, seed ${seed}`)
    rounds.push(await runSchemathesis({ url, document, identities, seed, casesPerOperation, log }))
  }
  if (proxy) options.log(`answers spoiled on purpose: ${proxy.spoiled()}`)
  for (const failure of target.failures()) options.log(`failed in the server: ${failure}`)
  const { figures, criteria } = judge(rounds, target.countAnswers(), options.log)
  const executed = atLeast('test cases executed', executedCases(rounds, target), cases)
  return { figures, criteria: [...criteria, executed] }
}

function sizeOf({ full, control }: ProofOptions): keyof typeof SIZES {
  if (control) return 'control'
  return full ? 'full' : 'ci'
}

/** By the fuzzer's count and by the server's own, whichever is less. */
function executedCases(rounds: FuzzReport[], target: FuzzTarget): number {
  return Math.min(casesOf(rounds), sum(target.countAnswers()))
}

function casesOf(rounds: FuzzReport[]): number {
  return rounds.reduce((all, round) => all + round.test_cases.generated, 0)
}

/** Every phase ran to its end on every operation and nothing was found. */
function isClean(round: FuzzReport): boolean {
  return isPass(criteriaOf([round]))
}

function criteriaOf(rounds: readonly FuzzReport[]): Criterion[] {
  const count = (isBad: (round: FuzzReport) => boolean) => rounds.filter(isBad).length
  const failedPhases = rounds.flatMap(({ phases }) =>
    PHASES.filter((phase) => phases[phase]?.status !== 'success'),
  )
  return [
    none(
      'incomplete rounds',
      count(({ complete }) => !complete),
    ),
    none(
      'rounds with a nonzero exit code',
      count((round) => round.exit_code !== 0),
    ),
    none('errors of the fuzzer', rounds.flatMap(({ errors }) => errors).length),
    none('failed checks', rounds.flatMap(({ failures }) => failures).length),
    none(
      'rounds with untested operations',
      count(({ operations }) => operations.tested !== operations.total),
    ),
    none('unsuccessful phases', failedPhases.length),
  ]
}

function judge(
  rounds: FuzzReport[],
  answers: Map<number, number>,
  log: (line: string) => void,
): Verdict {
  const add = (value: (round: FuzzReport) => number) =>
    rounds.reduce((all, round) => all + value(round), 0)
  const failures = add((round) => round.test_cases.unique_failures)
  const errors = add((round) => round.errors.length)
  const serverErrors = sum(answers, (status) => status >= 500)
  const requests = sum(answers)
  const byStatus = [...answers].toSorted(([a], [b]) => a - b).map((entry) => entry.join(' × '))
  log(`answers by status × number: ${byStatus.join(', ')}`)
  log(`refused for what is stored, not for their form: ${add((round) => round.filtered)}`)
  return {
    figures: `${casesOf(rounds)} cases, ${requests} responses, ${serverErrors} × 5xx, ${failures} failures, ${errors} errors`,
    criteria: [...criteriaOf(rounds), none('5xx responses', serverErrors)],
  }
}

function sum(answers: Map<number, number>, matches = (_status: number) => true): number {
  return [...answers].reduce((all, [status, count]) => all + (matches(status) ? count : 0), 0)
}

/** The host selects the tenant, the key opens it. */
function headersOf(tenant: TestTenant): Record<string, string> {
  return { Host: tenant.host, 'X-API-Key': tenant.key }
}
