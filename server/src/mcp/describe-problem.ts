// Errors as results of tools. Some quote stored text, such as the names in the `output_schema` of a task: it is labeled like
// any other text.
import { type ErrorCode, errors } from '@task-service/contract'
import type { CallOperation } from '#http/steps/operation-calls.ts'
import { Problem } from '#lib/problem.ts'
import { type Access, requireReadable } from './access.ts'
import { createLabels, type LabeledText, type Provenance, provenanceOfTask } from './labels.ts'

/** Their details have words of the service and of the caller only. All others count as text of others. */
const OWN_WORDS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'agent_paused',
  'answer_invalid',
  'body_too_large',
  'budget_exhausted',
  'idempotency_in_flight',
  'invalid_request',
  'lease_lost',
  'overloaded',
  'queue_not_allowed',
  'rate_limited',
  'schema_invalid',
  'tool_not_allowed',
  'too_many_waiting_claims',
  'transition_not_allowed',
])

const hasOwnWords = ({ code, detail }: Problem) =>
  OWN_WORDS.has(code) || detail === errors[code].action

export type ToolError = {
  error: { code: ErrorCode; detail: string } & Problem['details']
  untrusted: LabeledText[]
}

export async function describeProblem(
  problem: Problem,
  findProvenance: (problem: Problem) => Promise<Provenance>,
): Promise<ToolError> {
  const { code, detail, details } = problem
  if (hasOwnWords(problem)) return { error: { code, detail, ...details }, untrusted: [] }
  const from = await findProvenance(problem)
  const labels = createLabels()
  const { errors: faults, reason, existing_id } = details
  // The detail is the first of them in a sentence.
  if (faults) labels.addJson('/error/errors', from, faults)
  else labels.add('/error/detail', from, detail)
  const { when, action } = errors[code]
  const ids = { ...(reason && { reason }), ...(existing_id && { existing_id }) }
  return { error: { code, detail: `${when} ${action}`, ...ids }, untrusted: labels.untrusted }
}

/** What tools name their task by. */
type Named = { run?: string; lease_token?: string; result?: unknown; task?: string }

const UNKNOWN: Provenance = { source: 'unknown', author: 'unknown' }

/** Whose text an error of a tool quotes. `args` were checked. */
export function provenanceOfProblem(
  access: Pick<Access, 'caller'> & { call: CallOperation },
  args: Named,
): (problem: Problem) => Promise<Provenance> {
  return async ({ code }) => {
    try {
      return code === 'effects_forbidden'
        ? await provenanceOfEffects(access.call, args)
        : await provenanceOfNamed(access, args)
    } catch (error) {
      // The lease ended in the meantime, or the caller may not read the task.
      if (error instanceof Problem && error.status < 500) return UNKNOWN
      throw error
    }
  }
}

async function provenanceOfNamed(
  { caller, call }: Parameters<typeof provenanceOfProblem>[0],
  { run, task }: Named,
): Promise<Provenance> {
  const id = run === undefined ? task : (await call('runs.get', { params: { run } })).task_id
  if (id === undefined) return UNKNOWN
  await requireReadable(id, caller, call)
  return provenanceOfTask(await call('tasks.get', { params: { task: id } }))
}

/** Names of items and fields come from the systems that would be written to. */
async function provenanceOfEffects(
  call: CallOperation,
  { run = '', lease_token = '', ...rest }: Named,
): Promise<Provenance> {
  const result = 'result' in rest && { result: rest.result }
  const preview = await call('runs.preview_effects', {
    params: { run },
    body: { lease_token, ...result },
  })
  const forbidden = preview.effects.filter(({ policy }) => policy === 'forbid')
  const integrations = new Set(forbidden.map(({ integration_id: id }) => id))
  return { source: 'integration', author: [...integrations].join('+') }
}
