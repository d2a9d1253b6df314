// The next step of a task: take or start it, complete it, or reopen it.
import { Button } from '@mantine/core'
import { IconCheck, IconPlayerPlay, IconRotate } from '@tabler/icons-react'
import type { Status, Task } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#components/text/key-hint.tsx'
import { isFinal, movesFrom } from '#features/tasks/data/status-moves.ts'
import { canTake } from '#features/tasks/edit/use-take.ts'
import { useTaskActions } from '#features/tasks/edit/use-task-actions.ts'
import { useKeys } from '#lib/keys.ts'
import { useLatest } from '#lib/use-latest.ts'
import { TakeButton } from './take-button.tsx'

const steps = {
  complete: { to: 'completed', icon: IconCheck },
  start: { to: 'in_progress', icon: IconPlayerPlay },
  reopen: { to: 'ready', icon: IconRotate },
} as const satisfies Record<string, { to: Status; icon: unknown }>

function nextStep(status: Status): keyof typeof steps {
  if (isFinal(status)) return 'reopen'
  return movesFrom(status).includes('completed') ? 'complete' : 'start'
}

/** An agent that waits needs an answer rather than a move. */
const isSecondary = ({ status, delegate }: Task): boolean =>
  isFinal(status) || (status === 'input_required' && delegate !== null)

const isDone = () => Promise.resolve(true)

export function StepButtons({
  task,
  /** Runs first, such as sending what was written; the step is not taken if it fails. */
  before = isDone,
}: {
  task: Task
  before?: () => Promise<boolean>
}) {
  const { t } = useTranslation('task')
  const { move } = useTaskActions()
  const step = nextStep(task.status)
  const { to, icon: Icon } = steps[step]
  const act = async () => {
    if (await before()) await move([task], to)
  }
  const latest = useLatest(act)
  useKeys(
    useMemo(() => {
      const run = () => void latest()()
      return [{ keys: 'd', group: 'task' as const, label: t(`step.${step}`), run }]
    }, [t, step, latest]),
  )
  const isTaken = canTake(task)
  return (
    <>
      {isTaken && <TakeButton task={task} isPrimary={step === 'start'} />}
      {!(isTaken && step === 'start') && (
        <Button
          leftSection={<Icon size={16} stroke={1.75} />}
          rightSection={<KeyHint keys="d" />}
          variant={isSecondary(task) ? 'default' : 'filled'}
          onClick={() => void act()}
        >
          {t(`step.${step}`)}
        </Button>
      )}
    </>
  )
}
