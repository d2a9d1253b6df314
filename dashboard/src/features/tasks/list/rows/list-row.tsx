// What stands in a place of the list: a head, a task, or what is still missing.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Grouping } from '#features/tasks/data/task-search.ts'
import { GroupHead, type HeadActions } from './group-head.tsx'
import type { ListItem } from './list-items.ts'
import type { RowWords } from './row-words.ts'
import classes from './task-list.module.css'
import { type DrawCells, type RowActions, TaskRow } from './task-row.tsx'

export type RowLook = {
  grouping: Grouping
  active: string | undefined
  checked: ReadonlySet<string>
  rowActions: RowActions
  headActions: HeadActions
  /** Of chosen columns; null until their cells are there, undefined for the usual ones. */
  drawCells: DrawCells | null | undefined
  words: RowWords
  now: Date
}

export function ListRow({ item, look }: { item: ListItem; look: RowLook }) {
  if (item.kind === 'task') {
    return (
      <TaskRow
        task={item.task}
        isActive={item.key === look.active}
        isChecked={look.checked.has(item.key)}
        actions={look.rowActions}
        words={look.words}
        now={look.now}
        drawCells={look.drawCells}
      />
    )
  }
  if (item.kind === 'head') {
    return <GroupHead group={item.group} grouping={look.grouping} actions={look.headActions} />
  }
  return <EndRow item={item} />
}

function EndRow({ item }: { item: Extract<ListItem, { kind: 'waiting' | 'more' | 'failed' }> }) {
  const { t } = useTranslation(['tasks', 'common'])
  if (item.kind === 'failed') {
    return (
      <div role="row" className={classes['failed']}>
        <span role="gridcell">{t('tasks:groupFailed')}</span>
        <span role="gridcell">
          <Button size="compact-sm" variant="default" onClick={item.group.onRetry}>
            {t('common:tryAgain')}
          </Button>
        </span>
      </div>
    )
  }
  return (
    <div role="row" className={classes['waiting']}>
      <span role="gridcell" className={classes['bone']} aria-label={t('common:loading')} />
    </div>
  )
}
