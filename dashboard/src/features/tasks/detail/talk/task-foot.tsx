// Always visible: a comment field, and the next step of the task.
import { Button } from '@mantine/core'
import { IconCheck, IconPlayerPlay, IconRotate } from '@tabler/icons-react'
import type { Status, Task } from '@task-service/contract'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#components/text/key-hint.tsx'
import { isFinal, movesFrom } from '#features/tasks/data/status-moves.ts'
import { canTake } from '#features/tasks/edit/use-take.ts'
import { useTaskActions } from '#features/tasks/edit/use-task-actions.ts'
import { useKeys } from '#lib/keys.ts'
import { useLatest } from '#lib/use-latest.ts'
import { CommentField, useComment } from './comment-field.tsx'
import { TakeButton } from './take-button.tsx'
import classes from './task-foot.module.css'

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

export function TaskFoot({ task }: { task: Task }) {
  const { t } = useTranslation('task')
  const { move } = useTaskActions()
  const comment = useComment(task)
  const field = useRef<HTMLTextAreaElement>(null)
  const step = nextStep(task.status)
  const { to, icon: Icon } = steps[step]
  const act = async () => {
    if (await comment.send()) await move([task], to)
  }
  const latest = useLatest(act)
  useKeys(
    useMemo(() => {
      const group = 'task' as const
      const run = () => void latest()()
      return [
        // Not while typing: in the comment field these keys send the comment.
        { keys: 'mod+enter', group, label: t(`step.${step}`), run },
        { keys: 'm', group, label: t('comment'), run: () => field.current?.focus() },
      ]
    }, [t, step, latest]),
  )
  return (
    <div className={classes['foot']} data-foot>
      <CommentField comment={comment} field={field} />
      {canTake(task) && <TakeButton task={task} isPrimary={step === 'start'} />}
      {!(canTake(task) && step === 'start') && (
        <Button
          leftSection={<Icon size={16} stroke={1.75} />}
          rightSection={<KeyHint keys="mod+enter" />}
          variant={isSecondary(task) ? 'default' : 'filled'}
          onClick={() => void act()}
        >
          {t(`step.${step}`)}
        </Button>
      )}
    </div>
  )
}
