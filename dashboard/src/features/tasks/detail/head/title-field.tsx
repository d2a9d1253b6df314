// The title of a task, changed where it stands.
import type { Task } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WholeReferences } from '#components/text/whole-references.tsx'
import { referenceOf } from '#features/tasks/data/task-address.ts'
import { useTaskActions } from '#features/tasks/edit/use-task-actions.ts'
import classes from '../task-detail.module.css'

export function TitleField({ task }: { task: Task }) {
  const { t } = useTranslation('task')
  const { edit } = useTaskActions()
  const [typed, setTyped] = useState<string>()
  const save = () => {
    const title = typed?.trim()
    setTyped(undefined)
    if (!title || title === task.title) return
    void edit(
      [task],
      () => ({ title }),
      () => t('said.renamed', { task: referenceOf(task) }),
    )
  }
  return (
    <h2 className={classes['title']}>
      <textarea
        rows={1}
        maxLength={500}
        value={typed ?? task.title}
        aria-label={t('title')}
        onChange={(event) => setTyped(event.currentTarget.value.replaceAll('\n', ' '))}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(undefined)
          if (event.key !== 'Escape' && event.key !== 'Enter') return
          event.preventDefault()
          // What was typed is saved by leaving; Escape has already taken it back.
          const field = event.currentTarget
          requestAnimationFrame(() => field.blur())
        }}
      />
      {/* A text field breaks references across lines: until the user edits, the same text is drawn over it. */}
      <span className={classes['drawn']} aria-hidden="true">
        <WholeReferences text={typed ?? task.title} />
      </span>
    </h2>
  )
}
