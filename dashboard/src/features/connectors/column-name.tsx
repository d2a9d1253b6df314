// A column with a mark when its values do not leave as they are.
import { IconMask, IconTag } from '@tabler/icons-react'
import type { StatementColumn } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import classes from './result-table.module.css'

const ICON = { size: 13, stroke: 2, 'aria-hidden': true } as const

export function ColumnName({
  name,
  treatment = 'plain',
}: {
  name: string
  treatment?: StatementColumn['treatment'] | undefined
}) {
  const { t } = useTranslation('connectors')
  if (treatment === 'plain') return <code>{name}</code>
  return (
    <span className={classes['column']} title={t(`treatment.${treatment}Text`)}>
      <code>{name}</code>
      <span className={classes['treatment']}>
        {treatment === 'masked' ? <IconMask {...ICON} /> : <IconTag {...ICON} />}
        {t(`treatment.${treatment}`)}
      </span>
    </span>
  )
}
