// The description of a task: read as Markdown, written as text, and never overwritten unseen.
import { Button } from '@mantine/core'
import type { Task } from '@task-service/contract'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Markdown } from '#components/markdown/markdown.tsx'
import { KeyHint } from '#components/text/key-hint.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import { useKeys } from '#lib/keys.ts'
import classes from './description.module.css'
import { descriptionDrafts } from './description-drafts.ts'
import { DescriptionEditor } from './description-editor.tsx'

export function Description({ task }: { task: Task }) {
  const { t } = useTranslation(['task', 'detail'])
  /** A kept draft is shown, and leaves the keyboard to the page. */
  const [opened, setOpened] = useState<'kept' | 'asked' | undefined>(
    descriptionDrafts.has(task.id) ? 'kept' : undefined,
  )
  const edit = useCallback(() => setOpened('asked'), [])
  useKeys(
    useMemo(
      () => [{ keys: 'e', group: 'task' as const, label: t('task:editDescription'), run: edit }],
      [t, edit],
    ),
  )
  if (opened !== undefined) {
    const restore = (text: string) => {
      descriptionDrafts.set(task.id, { text, base: task })
      edit()
    }
    return (
      <DescriptionEditor
        task={task}
        takesFocus={opened === 'asked'}
        onClose={() => setOpened(undefined)}
        onDiscard={(text) => showDone(t('detail:descriptionDiscarded'), () => restore(text))}
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
