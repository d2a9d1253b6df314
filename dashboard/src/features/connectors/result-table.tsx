// Result rows: masked and tokenized columns are marked, numbers are right-aligned, NULL is shown as such.

import { Button } from '@mantine/core'
import type { StatementColumn } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnName } from './column-name.tsx'
import classes from './result-table.module.css'

/** More than that at once makes a browser slow. */
const STEP = 100

export function ResultTable({
  columns,
  rows,
  treatments,
}: {
  columns: readonly string[]
  rows: readonly (readonly unknown[])[]
  treatments: readonly StatementColumn[]
}) {
  const { t } = useTranslation('connectors')
  const [limit, setLimit] = useState(STEP)
  if (rows.length === 0) return <p className={classes['none']}>{t('job.noRows')}</p>
  return (
    <>
      <div
        className={classes['sheet']}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
        role="region"
        aria-label={t('job.result')}
      >
        <table>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  <ColumnName
                    name={name}
                    treatment={treatments.find((one) => one.name === name)?.treatment}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, limit).map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows of one result have no other name, and never move
              <tr key={index}>
                {columns.map((name, place) => (
                  <Cell key={name} value={row[place]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > limit && (
        <div>
          <Button variant="default" size="compact-md" onClick={() => setLimit(limit + STEP)}>
            {t('job.moreRows', { count: Math.min(STEP, rows.length - limit) })}
          </Button>
        </div>
      )}
    </>
  )
}

function Cell({ value }: { value: unknown }) {
  const { t } = useTranslation('connectors')
  if (value === null || value === undefined) {
    return <td className={classes['null']}>{t('job.null')}</td>
  }
  if (typeof value === 'number') return <td className={classes['number']}>{String(value)}</td>
  return <td>{typeof value === 'string' ? value : JSON.stringify(value)}</td>
}
