// Always visible: a comment field, and the next step of the task.
import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconMessage, IconPlayerPlay, IconRotate, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Status, Task } from '@task-service/contract'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { KeyHint } from '#components/text/key-hint.tsx'
import { showFailure } from '#components/toasts/toasts.tsx'
import { isFinal, movesFrom } from '#features/tasks/data/status-moves.ts'
import { canTake } from '#features/tasks/edit/use-take.ts'
import { useTaskActions } from '#features/tasks/edit/use-task-actions.ts'
import { useKeys } from '#lib/keys.ts'
import { useLatest } from '#lib/use-latest.ts'
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

function useComment(task: Task) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const attempt = useRef<string>(undefined)
  const [isBusy, setBusy] = useState(false)
  const send = async (): Promise<boolean> => {
    if (text.trim() === '') return true
    setBusy(true)
    attempt.current ??= crypto.randomUUID()
    try {
      const request = { params: { task: task.id }, body: { body: text.trim() } }
      await call('comments.create', { ...request, idempotencyKey: attempt.current })
      setText('')
      attempt.current = undefined
      await client.invalidateQueries({ queryKey: ['tasks', 'comments', task.id] })
      return true
    } catch (error) {
      // What was typed stays, to be sent again.
      showFailure(error instanceof Error ? error.message : String(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  const type = (next: string) => {
    attempt.current = undefined
    setText(next)
  }
  return { text, type, send, isBusy }
}

export function TaskFoot({ task }: { task: Task }) {
  const { t } = useTranslation('task')
  const { move } = useTaskActions()
  const { text, type, send, isBusy } = useComment(task)
  const field = useRef<HTMLTextAreaElement>(null)
  const step = nextStep(task.status)
  const { to, icon: Icon } = steps[step]
  const act = async () => {
    if (await send()) await move([task], to)
  }
  const latest = useLatest(act)
  useKeys(
    useMemo(() => {
      const group = 'task' as const
      const run = () => void latest()()
      return [
        { keys: 'mod+enter', group, label: t(`step.${step}`), run, whileTyping: true },
        { keys: 'm', group, label: t('comment'), run: () => field.current?.focus() },
      ]
    }, [t, step, latest]),
  )
  return (
    <div className={classes['foot']} data-foot>
      <label className={classes['field']}>
        <IconMessage size={16} stroke={1.75} aria-hidden="true" />
        <textarea
          ref={field}
          rows={1}
          value={text}
          maxLength={20_000}
          placeholder={t('commentHint')}
          aria-label={t('comment')}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
            if (event.key !== 'Enter' || event.shiftKey || event.metaKey || event.ctrlKey) return
            event.preventDefault()
            void send()
          }}
        />
        {text.trim() !== '' && (
          <ActionIcon aria-label={t('sendComment')} loading={isBusy} onClick={() => void send()}>
            <IconSend size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </label>
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
