// "+ Filter": first what to look at, then which values.
import { Popover } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  FILTER_FIELDS,
  type FilterField,
  isFiltered,
  type TaskSearch,
} from '../data/task-search.ts'
import { ChoiceList, choicesLike } from '../pickers/choice-list.tsx'
import pickers from '../pickers/pickers.module.css'
import { FilterValues } from './filter-values.tsx'
import classes from './filters.module.css'

export function FilterMenu({
  search,
  fixed,
  onChange,
}: {
  search: TaskSearch
  /** What the screen itself decides. */
  fixed: readonly FilterField[]
  onChange: (search: TaskSearch) => void
}) {
  const { t } = useTranslation('tasks')
  const [opened, setOpened] = useState(false)
  const [field, setField] = useState<FilterField>()
  const [typed, setTyped] = useState('')
  const toggle = (wanted: boolean) => {
    setOpened(wanted)
    setField(undefined)
    setTyped('')
  }
  const fields = FILTER_FIELDS.filter((one) => !fixed.includes(one)).map((one) => ({
    value: one,
    label: t(`filter.${one}`),
    checked: isFiltered(search, one),
  }))
  return (
    <Popover opened={opened} onChange={toggle} position="bottom-start" offset={4} trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes['plain']}
          onClick={() => toggle(!opened)}
          aria-haspopup="dialog"
        >
          <IconPlus size={16} stroke={1.75} aria-hidden="true" />
          {t('addFilter')}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={pickers['card'] ?? ''}>
        {field ? (
          <FilterValues
            field={field}
            search={search}
            onChange={(next, isDone) => {
              onChange(next)
              if (isDone) toggle(false)
            }}
          />
        ) : (
          <ChoiceList
            label={t('filterBy')}
            choices={choicesLike(fields, typed)}
            typed={typed}
            onType={setTyped}
            onChoose={(value) => setField(value as FilterField)} // one of the choices above
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
