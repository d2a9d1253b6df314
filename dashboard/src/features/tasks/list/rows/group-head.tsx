// The head of a group: what its tasks share, how many there are, and a way to add one.
import { IconChevronDown, IconPlus, IconStack2 } from '@tabler/icons-react'
import type { Priority, Status } from '@task-service/contract'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PriorityIcon } from '#components/marks/priority-icon.tsx'
import { Worker } from '#components/marks/worker.tsx'
import { type Grouping, UNASSIGNED } from '#features/tasks/data/task-search.ts'
import { describeCount } from '#features/tasks/data/use-task-counts.ts'
import { StatusMark } from '#features/tasks/marks/status-mark.tsx'
import { useLocale } from '#lib/use-locale.ts'
import classes from './group-head.module.css'
import type { ListGroup } from './list-items.ts'

export type HeadActions = {
  onCollapse: (key: string, wanted: boolean) => void
  /** Undefined where a new task cannot start. */
  onAdd: (key: string) => (() => void) | undefined
}

export function useGroupName(grouping: Grouping, key: string): { word: string; icon: ReactNode } {
  const { t } = useTranslation(['tasks', 'common'])
  if (grouping === 'status') {
    const status = key as Status // groups by status have statuses as keys
    return { word: t(`tasks:statusChoice.${status}`), icon: <StatusMark status={status} /> }
  }
  if (grouping === 'priority') {
    const priority = key as Priority // groups by priority have priorities as keys
    return { word: t(`common:priority.${priority}`), icon: <PriorityIcon priority={priority} /> }
  }
  if (grouping === 'queue') {
    return { word: key, icon: <IconStack2 size={16} stroke={1.75} aria-hidden="true" /> }
  }
  const assignee = key === UNASSIGNED ? null : key
  return {
    word: assignee ?? t('common:unassigned'),
    icon: <Worker assignee={assignee} size={18} />,
  }
}

export const GroupHead = memo(function GroupHead({
  group,
  grouping,
  actions,
}: {
  group: ListGroup
  grouping: Grouping
  actions: HeadActions
}) {
  const { t } = useTranslation('tasks')
  const locale = useLocale()
  const { word, icon } = useGroupName(grouping, group.key)
  const onAdd = actions.onAdd(group.key)
  return (
    <div className={classes['head']} role="row">
      <span role="gridcell" className={classes['cell']}>
        <button
          type="button"
          className={classes['name']}
          aria-expanded={!group.isCollapsed}
          onClick={() => actions.onCollapse(group.key, !group.isCollapsed)}
        >
          <IconChevronDown
            size={16}
            stroke={1.75}
            className={classes['arrow']}
            data-collapsed={group.isCollapsed || undefined}
            aria-hidden="true"
          />
          {icon}
          <span className={classes['word']}>{word}</span>
          {group.count !== undefined && (
            <span className={classes['count']}>
              {describeCount(group.count, group.isAtLeast, locale)}
            </span>
          )}
        </button>
      </span>
      {onAdd && (
        <span role="gridcell">
          <button
            type="button"
            className={classes['add']}
            onClick={onAdd}
            aria-label={t('newIn', { group: word })}
            title={t('newIn', { group: word })}
          >
            <IconPlus size={16} stroke={1.75} />
          </button>
        </span>
      )}
    </div>
  )
})
