// How an integration stands, as one word and, where something is in the way, as a problem with what to do about it.
import type { Integration } from '@task-service/contract'
import type { CredentialFacts } from '#domains/integrations/credentials/index.ts'
import type { IntegrationRow } from '#domains/integrations/records/index.ts'

type Problem = NonNullable<Integration['problem']>

export type StateInput = {
  row: Pick<
    IntegrationRow,
    | 'paused'
    | 'problem'
    | 'problem_detail'
    | 'problem_since'
    | 'failures'
    | 'checked_at'
    | 'provider'
  >
  isInstalled: boolean
  credential: CredentialFacts
  lastResult: Integration['last_result']
  now: Integration['now']
}

export function describeState(input: StateInput): Pick<Integration, 'state' | 'problem' | 'error'> {
  const problem = findProblem(input)
  const state = stateOf(input, problem)
  return { state, problem, error: state === 'failing' ? findError(input) : null }
}

/** Work that fails before a run is begun has no run to say so. */
function findError({ row, lastResult }: StateInput): Integration['error'] {
  const { kind, message } = row.problem_detail ?? {}
  return kind && message ? { ...row.problem_detail, kind, message } : (lastResult?.error ?? null)
}

function stateOf(
  { row, lastResult, now }: StateInput,
  problem: Problem | null,
): Integration['state'] {
  if (row.paused) return 'paused'
  if (problem) return problem.kind
  if (now?.state === 'stalled') return 'stalled'
  if (row.failures > 0 || lastResult?.state === 'failed') return 'failing'
  // Whether whoever runs it still lives is known only when they have been silent for a while: it is not fine before it ended.
  if (now?.state === 'running') return 'running'
  return lastResult || row.checked_at ? 'ok' : 'new'
}

const fixes: Record<Problem['kind'], string> = {
  needs_credential: 'Enter the credential.',
  needs_reentry: 'Enter the credential again.',
  auth_failed: 'Enter a credential that is accepted, and check the connection.',
  forbidden: 'Give the account the rights that are missing over there, and check the connection.',
  not_found: 'Check what the configuration names; it may have been deleted or renamed.',
  provider_missing: 'Ask the operator to install the provider again.',
}

/** What only this process knows goes first: a stored problem may be about a credential that cannot be read any more. */
function findProblem({ row, isInstalled, credential }: StateInput): Problem | null {
  if (!isInstalled) {
    return say('provider_missing', `The provider ${row.provider} is not installed.`)
  }
  if (credential.state === 'needs_reentry') {
    return say('needs_reentry', 'The credential was sealed with a master key that is lost.')
  }
  if (row.problem) {
    const { message, vendor_text: vendorText, fix } = row.problem_detail ?? {}
    const since = row.problem_since?.toISOString() ?? null
    return {
      ...say(row.problem, message ?? 'The other side refuses.'),
      ...(vendorText !== undefined && { vendor_text: vendorText }),
      ...(fix !== undefined && { fix }),
      since,
    }
  }
  if (credential.state === 'missing') return say('needs_credential', 'No credential was entered.')
  if (credential.state === 'incomplete') {
    return say('needs_credential', 'A part of the credential is missing.')
  }
  return null
}

function say(kind: Problem['kind'], detail: string): Problem {
  return { kind, detail, vendor_text: null, fix: fixes[kind], since: null }
}
