// The state of an integration and, if it needs attention, the problem and how to fix it.
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
  // A worker counts as stopped only after missed heartbeats, so a run is not `ok` before it has ended.
  if (now?.state === 'running') return 'running'
  return lastResult || row.checked_at ? 'ok' : 'new'
}

const fixes: Record<Problem['kind'], string> = {
  needs_credential: 'Set the credential.',
  needs_reentry: 'Re-enter the credential.',
  auth_failed: 'Enter a valid credential, then test the connection.',
  forbidden:
    'Grant the missing permissions to the account in the external system, then test the connection.',
  not_found:
    'Check the project, repository or statement in the configuration; it may have been deleted or renamed.',
  provider_missing: 'Ask the operator to reinstall the provider.',
}

/** Problems that this process detects come first: a stored one may concern a credential that is no longer readable. */
function findProblem({ row, isInstalled, credential }: StateInput): Problem | null {
  if (!isInstalled) {
    return say('provider_missing', `The provider ${row.provider} is not installed.`)
  }
  if (credential.state === 'needs_reentry') {
    return say(
      'needs_reentry',
      'The credential can no longer be decrypted: it was encrypted with a master key that is lost.',
    )
  }
  if (row.problem) {
    const { message, vendor_text: vendorText, fix } = row.problem_detail ?? {}
    const since = row.problem_since?.toISOString() ?? null
    return {
      ...say(row.problem, message ?? 'The external system rejected the request.'),
      ...(vendorText !== undefined && { vendor_text: vendorText }),
      ...(fix !== undefined && { fix }),
      since,
    }
  }
  if (credential.state === 'missing') return say('needs_credential', 'The credential is missing.')
  if (credential.state === 'incomplete') {
    return say('needs_credential', 'The credential is incomplete.')
  }
  return null
}

function say(kind: Problem['kind'], detail: string): Problem {
  return { kind, detail, vendor_text: null, fix: fixes[kind], since: null }
}
