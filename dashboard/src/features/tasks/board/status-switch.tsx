// On a phone one column is shown; this chooses which.
import type { Status } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { describeCount } from '#features/tasks/data/use-task-counts.ts'
import { StatusMark } from '#features/tasks/marks/status-mark.tsx'
import { bringIntoSight } from '#lib/bring-into-sight.ts'
import { useLocale } from '#lib/use-locale.ts'
import classes from './board.module.css'
import type { ColumnCount } from './board-column.tsx'
import type { BoardColumn } from './board-columns.ts'

export function StatusSwitch({
  columns,
  countOf,
  chosen,
  onChoose,
}: {
  columns: readonly BoardColumn[]
  countOf: (status: Status) => ColumnCount
  chosen: Status | undefined
  onChoose: (status: Status) => void
}) {
  const { t } = useTranslation(['board', 'tasks'])
  const locale = useLocale()
  return (
    <div className={classes['switch']} role="group" aria-label={t('board:columns')}>
      {columns.map(({ status }) => {
        const count = countOf(status)
        return (
          <button
            key={status}
            type="button"
            aria-pressed={status === chosen}
            ref={status === chosen ? bringIntoSight : null}
            onClick={() => onChoose(status)}
          >
            <StatusMark status={status} size={14} />
            {t(`tasks:statusChoice.${status}`)}
            {count && (
              <span className={classes['count']}>
                {describeCount(count.count, count.isAtLeast, locale)}
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}
