// Edits a description. If someone else saved first, nothing is overwritten: both texts are shown.
import { Button, Group } from '@mantine/core'
import type { Task } from '@task-service/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#components/surface/notice.tsx'
import { KeyHint } from '#components/text/key-hint.tsx'
import classes from './description.module.css'
import { descriptionDrafts } from './description-drafts.ts'
import { useDescriptionSaving } from './use-description-saving.ts'

export function DescriptionEditor({
  task,
  takesFocus,
  onClose,
  onDiscard,
}: {
  task: Task
  /** Off where a kept draft is shown that the user did not ask for. */
  takesFocus: boolean
  onClose: () => void
  /** Closes it as well; what was typed can be brought back. */
  onDiscard: (text: string) => void
}) {
  const [text, setText] = useState(descriptionDrafts.get(task.id)?.text ?? task.description)
  const { base, setBase, error, isBusy, save, close } = useDescriptionSaving(task, onClose)
  const hasMoved = task.description !== base.description
  // Both wrote the same, or an earlier attempt to save it succeeded after all.
  if (hasMoved && text === task.description) setBase(task)
  const overwrite = () => {
    setBase(task)
    void save(text, task)
  }
  const cancel = () => {
    close()
    if (text !== base.description) onDiscard(text)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only keeps the focus in its field
    <div
      className={classes['editor']}
      onMouseDown={(event) => {
        // Safari gives the focus to no button: the field would lose it, and save what is about to be canceled.
        const isField = event.target instanceof HTMLTextAreaElement
        if (!hasMoved && !isField) event.preventDefault()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Another window keeps what is typed; a conflict is decided first.
        if (!document.hasFocus() || hasMoved || currentTarget.contains(relatedTarget)) return
        void save(text)
      }}
    >
      {hasMoved && <Conflict theirs={task.description} onTheirs={close} onMine={overwrite} />}
      <TextArea
        takesFocus={takesFocus}
        text={text}
        isBusy={isBusy}
        onText={(next) => {
          setText(next)
          descriptionDrafts.set(task.id, { text: next, base })
        }}
        onSave={() => hasMoved || void save(text)}
        onCancel={cancel}
      />
      {error !== undefined && <p role="alert">{error}</p>}
      <Foot isBusy={isBusy} isOff={hasMoved} onSave={() => void save(text)} onCancel={cancel} />
    </div>
  )
}

function TextArea({
  takesFocus,
  text,
  isBusy,
  onText,
  onSave,
  onCancel,
}: {
  takesFocus: boolean
  text: string
  isBusy: boolean
  onText: (text: string) => void
  onSave: () => void
  onCancel: () => void
}) {
  const { t } = useTranslation('task')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  return (
    <textarea
      ref={field}
      value={text}
      maxLength={100_000}
      readOnly={isBusy}
      aria-label={t('description')}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
        event.preventDefault()
        event.stopPropagation()
        onSave()
      }}
    />
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
