// The description of a task: read as Markdown, written as text, and never overwritten unseen.
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { Task } from '@task-service/contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Markdown } from '#components/markdown/markdown.tsx'
import { useKeys } from '#lib/keys.ts'
import classes from './description.module.css'
import { DescriptionEditor } from './description-editor.tsx'

export function Description({ task }: { task: Task }) {
  const { t } = useTranslation('task')
  const [isEditing, setEditing] = useState(false)
  useKeys(
    useMemo(
      () => [
        {
          keys: 'e',
          group: 'task' as const,
          label: t('editDescription'),
          run: () => setEditing(true),
        },
      ],
      [t],
    ),
  )
  if (isEditing) return <DescriptionEditor task={task} onClose={() => setEditing(false)} />
  if (task.description === '') {
    return (
      <button type="button" className={classes['missing']} onClick={() => setEditing(true)}>
        {t('addDescription')}
      </button>
    )
  }
  return (
    <section className={classes['description']} aria-label={t('description')}>
      <Markdown text={task.description} />
      <Button
        className={classes['edit'] ?? ''}
        size="compact-xs"
        variant="default"
        leftSection={<IconPencil size={14} stroke={1.75} />}
        onClick={() => setEditing(true)}
      >
        {t('edit')}
      </Button>
    </section>
  )
}
