// What opens under "+ Filter" or a chip: first what to look at, then which values.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpenField, useFields } from '#api/fields.ts'
import {
  FILTER_FIELDS,
  type FilterField,
  isFiltered,
  type TaskSearch,
} from '../data/task-search.ts'
import { ChoiceList, choicesLike } from '../pickers/choice-list.tsx'
import { CustomFilter } from './custom-filter.tsx'
import { FilterValues } from './filter-values.tsx'

/** A custom field by its key. */
export type CustomFilterName = `field:${string}`

export const isCustomFilter = (field: string): field is CustomFilterName =>
  field.startsWith('field:')

export type FilterPanelProps = {
  /** Undefined: it is still to be chosen. */
  field: FilterField | CustomFilterName | undefined
  /** What the screen itself decides. */
  fixed: readonly FilterField[]
  search: TaskSearch
  onChange: (search: TaskSearch) => void
  onClose: () => void
}

export function FilterPanel({ field: given, fixed, search, onChange, onClose }: FilterPanelProps) {
  const { t } = useTranslation('tasks')
  const [chosen, setField] = useState<FilterField | CustomFilterName>()
  const [typed, setTyped] = useState('')
  const custom = useFields()
  const field = given ?? chosen
  if (field && isCustomFilter(field)) {
    const found = custom.find(({ key }) => `field:${key}` === field)
    if (!found) return null
    return <CustomFilter field={found} search={search} onChange={onChange} onClose={onClose} />
  }
  if (field) {
    return (
      <FilterValues
        field={field}
        search={search}
        onChange={(next, isDone) => {
          onChange(next)
          if (isDone) onClose()
        }}
      />
    )
  }
  const own = custom.filter(isOpenField).map(({ key, name }) => ({
    value: `field:${key}`,
    label: name,
    checked: search.field?.some((one) => one.startsWith(`${key}:`)) ?? false,
  }))
  const fields = FILTER_FIELDS.filter((one) => !fixed.includes(one)).map((one) => ({
    value: one,
    label: t(`filter.${one}`),
    checked: isFiltered(search, one),
  }))
  return (
    <ChoiceList
      label={t('filterBy')}
      choices={choicesLike([...fields, ...own], typed)}
      typed={typed}
      onType={setTyped}
      onChoose={(value) => setField(value as FilterField | CustomFilterName)} // one of the choices above
    />
  )
}
