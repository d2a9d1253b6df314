// What opens under "+ Filter" or a chip: first what to look at, then which values.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  FILTER_FIELDS,
  type FilterField,
  isFiltered,
  type TaskSearch,
} from '../data/task-search.ts'
import { ChoiceList, choicesLike } from '../pickers/choice-list.tsx'
import { FilterValues } from './filter-values.tsx'

export type FilterPanelProps = {
  /** Undefined: it is still to be chosen. */
  field: FilterField | undefined
  /** What the screen itself decides. */
  fixed: readonly FilterField[]
  search: TaskSearch
  onChange: (search: TaskSearch) => void
  onClose: () => void
}

export function FilterPanel({ field: given, fixed, search, onChange, onClose }: FilterPanelProps) {
  const { t } = useTranslation('tasks')
  const [chosen, setField] = useState<FilterField>()
  const [typed, setTyped] = useState('')
  const field = given ?? chosen
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
  const fields = FILTER_FIELDS.filter((one) => !fixed.includes(one)).map((one) => ({
    value: one,
    label: t(`filter.${one}`),
    checked: isFiltered(search, one),
  }))
  return (
    <ChoiceList
      label={t('filterBy')}
      choices={choicesLike(fields, typed)}
      typed={typed}
      onType={setTyped}
      onChoose={(value) => setField(value as FilterField)} // one of the choices above
    />
  )
}
