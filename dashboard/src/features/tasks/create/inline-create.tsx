// A new task at the top of the list: a title is enough, the rest can be chosen beside it.
import { Button } from '@mantine/core'
import type { Task, Template } from '@task-service/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#components/text/key-hint.tsx'
import { useHeldKeys } from '#lib/held-keys/use-held-keys.ts'
import { useCreateTask } from '../edit/use-create-task.ts'
import { AssigneeChoice, type Draft, PriorityChoice, StatusChoice } from './draft-choices.tsx'
import classes from './inline-create.module.css'
import { TemplateChoice } from './template-choice.tsx'
import { useNewTask } from './use-new-task.ts'

export type InlineCreateProps = {
  draft: Draft
  onClose: () => void
  onCreated: (task: Task) => void
}

export function InlineCreate({ draft: given, onClose, onCreated }: InlineCreateProps) {
  const { t } = useTranslation('tasks')
  const { title, setTitle, draft, choose, take, startOver } = useNewTask(given)
  const input = useRef<HTMLInputElement>(null)
  const { create, error, isBusy } = useCreateTask()
  useHeldKeys(input, setTitle)
  const submit = async () => {
    input.current?.focus()
    if (title.trim() === '' || isBusy) return
    const task = await create({ ...draft, title: title.trim() })
    if (!task) return
    startOver()
    onCreated(task)
  }
  const takeTemplate = (template: Template) => {
    take(template)
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
        <StatusChoice draft={draft} onDraft={choose} />
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
        <PriorityChoice draft={draft} onDraft={choose} />
        <AssigneeChoice draft={draft} onDraft={choose} />
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
