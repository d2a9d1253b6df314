// The description of a task: read as Markdown, written as text, and never overwritten unseen.
import { Button } from '@mantine/core'
import type { Task } from '@task-service/contract'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Markdown } from '#components/markdown/markdown.tsx'
import { KeyHint } from '#components/text/key-hint.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import { useKeys } from '#lib/keys.ts'
import { useLatest } from '#lib/use-latest.ts'
import classes from './description.module.css'
import { DescriptionEditor } from './description-editor.tsx'

export function Description({ task }: { task: Task }) {
  const { t } = useTranslation(['task', 'detail'])
  /** The text to start from; undefined while it is read. */
  const [draft, setDraft] = useState<string>()
  const latest = useLatest(task.description)
  const edit = useCallback(() => setDraft(latest()), [latest])
  useKeys(
    useMemo(
      () => [{ keys: 'e', group: 'task' as const, label: t('task:editDescription'), run: edit }],
      [t, edit],
    ),
  )
  if (draft !== undefined) {
    const close = () => setDraft(undefined)
    return (
      <DescriptionEditor
        task={task}
        draft={draft}
        onClose={close}
        onDiscard={(text) => {
          close()
          showDone(t('detail:descriptionDiscarded'), () => setDraft(text))
        }}
      />
    )
  }
  if (task.description === '') {
    return (
      <button type="button" className={classes['missing']} onClick={edit}>
        {t('task:addDescription')}
      </button>
    )
  }
  return (
    // The button does the same for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <section
      className={classes['description']}
      aria-label={t('task:description')}
      onClick={(event) => {
        if (isForText(event.target)) edit()
      }}
    >
      <Markdown text={task.description} />
      <Button
        className={classes['edit'] ?? ''}
        size="compact-xs"
        variant="default"
        rightSection={<KeyHint keys="e" />}
        onClick={edit}
      >
        {t('task:edit')}
      </Button>
    </section>
  )
}

/** Not for a link or a button, and not for the end of a selection. */
function isForText(target: EventTarget): boolean {
  const isControl = target instanceof Element && target.closest('a, button, summary') !== null
  return !isControl && (getSelection()?.isCollapsed ?? true)
}
