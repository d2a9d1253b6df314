// A new task at the top of the list: a title is enough, the rest can be chosen beside it.
import { Button } from '@mantine/core'
import type { Task, Template } from '@task-service/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#components/text/key-hint.tsx'
import { useHeldKeys } from '#lib/held-keys/use-held-keys.ts'
import { useCreateTask } from '../edit/use-create-task.ts'
import { AssigneeChoice, type Draft, PriorityChoice, StatusChoice } from './draft-choices.tsx'
import classes from './inline-create.module.css'
import { TemplateChoice } from './template-choice.tsx'
import { draftFrom } from './template-values.ts'

export type InlineCreateProps = {
  draft: Draft
  onClose: () => void
  onCreated: (task: Task) => void
}

export function InlineCreate({ draft: given, onClose, onCreated }: InlineCreateProps) {
  const { t } = useTranslation('tasks')
  const [title, setTitle] = useState('')
  const [draft, setDraft] = useState(given)
  const input = useRef<HTMLInputElement>(null)
  const { create, error, isBusy } = useCreateTask()
  useHeldKeys(input, setTitle)
  const submit = async () => {
    input.current?.focus()
    if (title.trim() === '' || isBusy) return
    const task = await create({ ...draft, title: title.trim() })
    if (!task) return
    setTitle('')
    onCreated(task)
  }
  const takeTemplate = ({ task }: Template) => {
    const { title: filled, ...rest } = draftFrom(task, draft, new Date())
    setTitle(filled)
    setDraft(rest)
    input.current?.focus()
  }
  return (
    <form
      className={classes['form']}
      aria-label={t('create.title')}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={classes['line']}>
        <StatusChoice draft={draft} onDraft={setDraft} />
        <input
          ref={input}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          placeholder={t('create.placeholder')}
          aria-label={t('create.placeholder')}
          aria-invalid={error !== undefined}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
          maxLength={500}
        />
        <TemplateChoice onChoose={takeTemplate} />
        <PriorityChoice draft={draft} onDraft={setDraft} />
        <AssigneeChoice draft={draft} onDraft={setDraft} />
        <CreateButtons isBusy={isBusy} onClose={onClose} />
      </div>
      {error !== undefined && (
        <p className={classes['error']} role="alert">
          {error}
        </p>
      )}
    </form>
  )
}

function CreateButtons({ isBusy, onClose }: { isBusy: boolean; onClose: () => void }) {
  const { t } = useTranslation('tasks')
  return (
    <>
      <Button
        type="submit"
        size="compact-sm"
        loading={isBusy}
        rightSection={<KeyHint keys="enter" />}
      >
        {t('create.button')}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onClose}>
        {t('create.close')}
      </Button>
    </>
  )
}
