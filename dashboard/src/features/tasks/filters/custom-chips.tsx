// Filters by custom fields that are on, one chip for each field.
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFields } from '#api/fields.ts'
import { useLocale } from '#lib/use-locale.ts'
import type { TaskSearch } from '../data/task-search.ts'
import { describeValue } from '../fields/describe-value.ts'
import { conditionsOf, keysOf, withField } from './conditions-of.ts'
import { FilterPopover } from './filter-popover.tsx'
import classes from './filters.module.css'

type Props = { search: TaskSearch; onChange: (search: TaskSearch) => void }

export function CustomChips({ search, onChange }: Props) {
  return keysOf(search.field ?? []).map((key) => (
    <CustomChip key={key} name={key} search={search} onChange={onChange} />
  ))
}

function CustomChip({ name: key, search, onChange }: Props & { name: string }) {
  const { t } = useTranslation('tasks')
  const field = useFields().find((one) => one.key === key)
  const locale = useLocale()
  const { is, from, to, isSet } = conditionsOf(search.field ?? [], key)
  const name = field?.name ?? key
  const show = (value: string) => {
    const typed = field?.type === 'number' ? Number(value) : value
    return field ? describeValue(field, typed, locale) : value
  }
  const bounds =
    from !== undefined && to !== undefined
      ? `${show(from)} – ${show(to)}`
      : from !== undefined
        ? `≥ ${show(from)}`
        : to !== undefined && `≤ ${show(to)}`
  const words = [
    ...(is.length > 2 ? [String(is.length)] : is.map(show)),
    ...(bounds ? [bounds] : []),
    ...(isSet === undefined ? [] : [t(isSet ? 'fieldSet' : 'fieldUnset')]),
  ]
  return (
    <span className={classes['chip']} role="group" aria-label={name}>
      <span className={classes['field']}>{name}</span>
      <span className={classes['how']}>
        {t(is.length > 1 ? 'filterHow.anyOf' : 'filterHow.is')}
      </span>
      <FilterPopover field={`field:${key}`} fixed={[]} search={search} onChange={onChange}>
        {words.join(', ')}
      </FilterPopover>
      <button
        type="button"
        className={classes['off']}
        onClick={() => onChange(withField(search, key, { is: [] }))}
        aria-label={t('filterOff', { field: name })}
      >
        <IconX size={14} stroke={1.75} />
      </button>
    </span>
  )
}
