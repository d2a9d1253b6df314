// How far a run is: what the agent says, or else the steps of its plan.
import type { Run } from '@task-service/contract'

export type RunProgress = {
  /** 0 to 100; undefined while unknown. */
  percent: number | undefined
  /** The step that is worked on, counted from one. */
  step: { at: number; of: number } | undefined
  message: string | undefined
}

export function progressOf({ progress, plan }: Pick<Run, 'progress' | 'plan'>): RunProgress {
  const steps = plan ?? []
  const ended = steps.filter(({ state }) => state === 'done' || state === 'skipped').length
  const isPlanned = steps.length > 0
  return {
    percent:
      progress?.percent ?? (isPlanned ? Math.round((ended / steps.length) * 100) : undefined),
    step: isPlanned ? { at: Math.min(ended + 1, steps.length), of: steps.length } : undefined,
    message: progress?.message,
  }
}
