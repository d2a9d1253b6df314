// A filter that is on: what it looks at, how, which values, and the way to take it off.
import { IconX } from '@tabler/icons-react'
import type { Priority, Status } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PriorityIcon } from '#components/marks/priority-icon.tsx'
import {
  type FilterField,
  ME,
  type TaskSearch,
  UNASSIGNED,
  withoutFilter,
} from '../data/task-search.ts'
import { useIntegrationNames } from '../data/use-source-names.ts'
import { LabelDot } from '../marks/label-chip.tsx'
import { StatusMark } from '../marks/status-mark.tsx'
import { FilterPopover } from './filter-popover.tsx'
import classes from './filters.module.css'

export function FilterChip({
  field,
  search,
  onChange,
}: {
  field: FilterField
  search: TaskSearch
  onChange: (search: TaskSearch) => void
}) {
  const { t } = useTranslation('tasks')
  const value = search[field]
  const many = Array.isArray(value) && value.length > 1
  const how = field === 'label' && many ? 'allOf' : many ? 'anyOf' : 'is'
  return (
    <span className={classes['chip']} role="group" aria-label={t(`filter.${field}`)}>
      <span className={classes['field']}>{t(`filter.${field}`)}</span>
      <span className={classes['how']}>{t(`filterHow.${how}`)}</span>
      <FilterPopover field={field} fixed={[]} search={search} onChange={onChange}>
        <ValueOf field={field} search={search} />
      </FilterPopover>
      <button
        type="button"
        className={classes['off']}
        onClick={() => onChange(withoutFilter(search, field))}
        aria-label={t('filterOff', { field: t(`filter.${field}`) })}
      >
        <IconX size={14} stroke={1.75} />
      </button>
    </span>
  )
}

function ValueOf({ field, search }: { field: FilterField; search: TaskSearch }): ReactNode {
  const { t } = useTranslation(['tasks', 'common'])
  const value = search[field]
  if (Array.isArray(value)) {
    const [first] = value
    if (value.length > 2 || first === undefined) return value.length
    if (field === 'status')
      return (value as Status[]).map((one) => <StatusWord key={one} status={one} />) // the field's own type
    if (field === 'priority')
      return (value as Priority[]).map((one) => <PriorityWord key={one} priority={one} />) // the field's own type
    return value.map((name) => (
      <span key={name} className={classes['value']}>
        <LabelDot name={name} />
        {name}
      </span>
    ))
  }
  if (value === ME) return t('tasks:me')
  if (value === UNASSIGNED)
    return field === 'assignee' ? t('common:unassigned') : t('tasks:filterNone')
  if (field === 'integration') return <IntegrationName id={String(value)} />
  if (field === 'created' && search.created) return t(`tasks:createdRange.${search.created}`)
  if (field === 'confirmation' && search.confirmation)
    return t(`tasks:confirmation.${search.confirmation}`)
  return field === 'due' && search.due ? t(`tasks:dueRange.${search.due}`) : value
}

function IntegrationName({ id }: { id: string }) {
  const nameOf = useIntegrationNames()
  return nameOf(id)
}

function StatusWord({ status }: { status: Status }) {
  const { t } = useTranslation('tasks')
  return (
    <span className={classes['value']}>
      <StatusMark status={status} size={14} />
      {t(`statusChoice.${status}`)}
    </span>
  )
}

function PriorityWord({ priority }: { priority: Priority }) {
  const { t } = useTranslation()
  return (
    <span className={classes['value']}>
      <PriorityIcon priority={priority} size={14} />
      {t(`priority.${priority}`)}
    </span>
  )
}
