// What agents do with a task now, and what their work waits for.
import type { Task } from '@task-service/contract'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { withWords } from '#words/index.ts'
import { CurrentRun } from './current-run.tsx'

const SourceChanged = onDemand<{ task: Task }>(async () => {
  const load = withWords(['integrations'], () => import('../body/source-changed.tsx'))
  return (await load()).SourceChanged
})

const OVER: readonly Task['status'][] = ['completed', 'failed', 'canceled']

/** Only work that is over and not yet confirmed by its row can have been overtaken by it. */
const mayBeOvertaken = ({ origin, status, settled_at: settledAt }: Task): boolean =>
  origin.kind === 'database' && settledAt === null && OVER.includes(status)

export function TaskRuns({ task, onDetails }: { task: Task; onDetails: () => void }) {
  return (
    <>
      <CurrentRun task={task} onDetails={onDetails} />
      {mayBeOvertaken(task) && <SourceChanged task={task} />}
    </>
  )
}
