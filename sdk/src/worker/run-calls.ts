// The requests about one run, each with its lease token: without it, or with an old one, the service changes nothing.
import type { Resources } from '../generated/resources.gen.ts'
import type {
  ClaimedTask,
  EffectPreview,
  Heartbeat,
  HeartbeatResponse,
  Question,
  QuestionCreate,
  RunFail,
  RunRelease,
  Task,
} from '../generated/types.gen.ts'

export type RunClient = Pick<Resources, 'runs' | 'questions'>

type WithoutToken<T> = Omit<T, 'lease_token'>

export interface RunCalls {
  heartbeat(report: WithoutToken<Heartbeat>, signal: AbortSignal): Promise<HeartbeatResponse>
  ask(question: WithoutToken<QuestionCreate>, signal: AbortSignal): Promise<Question>
  preview(result: unknown, signal: AbortSignal): Promise<EffectPreview>
  complete(result: unknown): Promise<Task>
  fail(failure: WithoutToken<RunFail>): Promise<void>
  release(release: WithoutToken<RunRelease>): Promise<void>
}

export function createRunCalls(
  client: RunClient,
  { run, lease_token }: Pick<ClaimedTask, 'run' | 'lease_token'>,
  leaseSeconds: number,
): RunCalls {
  const { runs, questions } = client
  const token = { lease_token }
  const leaseMs = leaseSeconds * 1_000
  // The end of a run is repeated for as long as it can be accepted. Each is safe to repeat with the same token.
  const ending = { retry: { maxRetries: Number.POSITIVE_INFINITY, maxElapsedMs: leaseMs } }
  const beat = {
    timeoutMs: Math.min(10_000, leaseMs / 3),
    retry: { maxElapsedMs: leaseMs / 3, maxDelayMs: 2_000 },
  }
  return {
    heartbeat: (report, signal) =>
      runs.heartbeat(run.id, { ...token, ...report }, { ...beat, signal }),
    ask: (question, signal) => questions.create(run.id, { ...token, ...question }, { signal }),
    preview: (result, signal) => runs.previewEffects(run.id, { ...token, result }, { signal }),
    complete: (result) => runs.complete(run.id, { ...token, result }, ending),
    fail: async (failure) => {
      await runs.fail(run.id, { ...token, ...failure }, ending)
    },
    release: async (release) => {
      await runs.release(run.id, { ...token, ...release }, ending)
    },
  }
}
