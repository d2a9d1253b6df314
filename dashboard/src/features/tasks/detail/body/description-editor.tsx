// Edits a description. If someone else saved first, nothing is overwritten: both texts are shown.
import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Problem } from '#api/problem.ts'
import { Notice } from '#components/surface/notice.tsx'
import { KeyHint } from '#components/text/key-hint.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import { referenceOf } from '#features/tasks/data/task-address.ts'
import { applyTasks } from '#features/tasks/data/task-cache.ts'
import { useTaskActions } from '#features/tasks/edit/use-task-actions.ts'
import { fetchTask } from '../use-task.ts'
import classes from './description.module.css'

const isMissed = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'version_mismatch'

function useSaving(task: Task, onClose: () => void) {
  const client = useQueryClient()
  const { t } = useTranslation('task')
  const { edit } = useTaskActions()
  const [base, setBase] = useState(task)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const said = () => t('said.described', { task: referenceOf(task) })
  const undo = (before: Task, after: Task) =>
    void edit([after], () => ({ description: before.description }), said)
  const save = async (description: string, over: Task = base) => {
    if (description === over.description) return onClose()
    setBusy(true)
    setError(undefined)
    try {
      const request = { params: { task: task.id }, ifMatch: `"${over.version}"` }
      const { body } = await call('tasks.change', { ...request, body: { description } })
      applyTasks(client, [body], 'answer')
      showDone(said(), () => undo(over, body))
      onClose()
    } catch (failure) {
      if (!isMissed(failure)) return setError(failure instanceof Error ? failure.message : '')
      const current = await fetchTask(task.id)
      applyTasks(client, [current], 'answer')
      // Something else of the task changed: that is no reason to ask.
      if (current.description === over.description) return save(description, current)
    } finally {
      setBusy(false)
    }
  }
  return { base, setBase, error, isBusy, save }
}

export function DescriptionEditor({
  task,
  draft,
  onClose,
  onDiscard,
}: {
  task: Task
  draft: string
  onClose: () => void
  /** Closes it as well; what was typed can be brought back. */
  onDiscard: (text: string) => void
}) {
  const { t } = useTranslation('task')
  const [text, setText] = useState(draft)
  const { base, setBase, error, isBusy, save } = useSaving(task, onClose)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const hasMoved = task.description !== base.description
  const cancel = () => (text === base.description ? onClose() : onDiscard(text))
  return (
    <div
      className={classes['editor']}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Another window keeps what is typed; a conflict is decided first.
        if (!document.hasFocus() || hasMoved || currentTarget.contains(relatedTarget)) return
        void save(text)
      }}
    >
      {hasMoved && (
        <Conflict
          theirs={task.description}
          onTheirs={onClose}
          onMine={() => {
            setBase(task)
            void save(text, task)
          }}
        />
      )}
      <textarea
        ref={field}
        value={text}
        maxLength={100_000}
        aria-label={t('description')}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') cancel()
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
          event.preventDefault()
          event.stopPropagation()
          if (!hasMoved) void save(text)
        }}
      />
      {error !== undefined && <p role="alert">{error}</p>}
      <Foot isBusy={isBusy} isOff={hasMoved} onSave={() => void save(text)} onCancel={cancel} />
    </div>
  )
}

function Foot({
  isBusy,
  isOff,
  onSave,
  onCancel,
}: {
  isBusy: boolean
  isOff: boolean
  onSave: () => void
  onCancel: () => void
}) {
  const { t } = useTranslation(['task', 'common'])
  return (
    <Group gap={8}>
      <Button
        size="compact-sm"
        loading={isBusy}
        disabled={isOff}
        rightSection={<KeyHint keys="mod+enter" />}
        onClick={onSave}
      >
        {t('task:saveDescription')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        {t('common:cancel')}
      </Button>
      <span className={classes['hint']}>{t('task:markdownHint')}</span>
    </Group>
  )
}

function Conflict({
  theirs,
  onTheirs,
  onMine,
}: {
  theirs: string
  onTheirs: () => void
  onMine: () => void
}) {
  const { t } = useTranslation('task')
  return (
    <Notice
      tone="amber"
      live
      title={t('conflict.title')}
      actions={
        <>
          <Button size="compact-sm" onClick={onMine}>
            {t('conflict.overwrite')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onTheirs}>
            {t('conflict.discard')}
          </Button>
        </>
      }
    >
      {t('conflict.text')}
      <pre className={classes['theirs']}>{theirs || t('conflict.empty')}</pre>
    </Notice>
  )
}
