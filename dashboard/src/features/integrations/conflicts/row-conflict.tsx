// A task was completed for a row that changed since: the row before and now, and the two ways to resolve it.
import { Button } from '@mantine/core'
import type { Conflict } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { usePrint } from '../mapping/field-words.ts'
import classes from './row-conflict.module.css'
import { hasChanged, type RowDiff, rowDiff } from './row-diff.ts'
import { TaskName } from './task-name.tsx'
import { type Side, sides, useResolve } from './use-resolve.ts'

export function RowConflict({
  conflict,
  /** Its own task need not be named on it. */
  isOnTask = false,
}: {
  conflict: Conflict
  isOnTask?: boolean
}) {
  const { t } = useTranslation('integrations')
  const resolve = useResolve(conflict)
  const lines = rowDiff(conflict.base, conflict.remote_value)
  return (
    <Card
      title={t('conflicts.row.title')}
      meta={
        <>
          {!isOnTask && (
            <>
              <TaskName id={conflict.task_id} />,{' '}
            </>
          )}
          <RelativeTime at={conflict.created_at} />
        </>
      }
    >
      <p className={classes['text']}>{t('conflicts.row.text')}</p>
      <DiffTable lines={lines} />
      <Outcome value={conflict.service_value} />
      <div className={classes['acts']}>
        {sides.map((side) => (
          <Button
            key={side}
            variant={side === 'remote' ? 'filled' : 'default'}
            loading={resolve.isPending && resolve.variables === side}
            disabled={resolve.isPending && resolve.variables !== side}
            onClick={() => resolve.mutate(side satisfies Side)}
          >
            {t(`conflicts.row.use.${side}`)}
          </Button>
        ))}
      </div>
    </Card>
  )
}

function DiffTable({ lines }: { lines: readonly RowDiff[] }) {
  const { t } = useTranslation('integrations')
  return (
    <table className={classes['diff']}>
      <thead>
        <tr>
          <th scope="col">{t('conflicts.row.column')}</th>
          <th scope="col">{t('conflicts.before')}</th>
          <th scope="col">{t('conflicts.row.now')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.name} data-changed={hasChanged(line) || undefined}>
            <th scope="row">{line.name}</th>
            <td>
              <Value value={line.before} as={hasChanged(line) ? 'del' : 'span'} />
            </td>
            <td>
              <Value value={line.now} as={hasChanged(line) ? 'ins' : 'span'} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ value, as: Mark }: { value: string | null; as: 'del' | 'ins' | 'span' }) {
  const { t } = useTranslation('integrations')
  const isEmpty = value === null || value === ''
  return isEmpty ? (
    <span className={classes['empty']}>{t('conflicts.empty')}</span>
  ) : (
    <Mark>{value}</Mark>
  )
}

/** What would be written. */
function Outcome({ value }: { value: unknown }) {
  const { t } = useTranslation('integrations')
  const print = usePrint()
  const { status, result } = (value ?? {}) as { status?: unknown; result?: unknown } // as the service wrote it
  if (typeof status !== 'string') return null
  const words = [print('status', status), print('result', result)].filter((word) => word !== '')
  return (
    <p className={classes['text']}>
      {t('conflicts.row.outcome')}: <b>{words.join(' · ')}</b>
    </p>
  )
}
