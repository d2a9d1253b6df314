// The filters that are on as chips, the way to add one, and at the right how the list is laid out.
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  FILTER_FIELDS,
  type FilterField,
  isFiltered,
  type TaskSearch,
  withoutFilter,
} from '../data/task-search.ts'
import { CustomChips } from './custom-chips.tsx'
import { FilterChip } from './filter-chip.tsx'
import { FilterPopover } from './filter-popover.tsx'
import classes from './filters.module.css'

function withoutCustom(search: TaskSearch): TaskSearch {
  const { field: _, ...rest } = search
  return rest
}

export function FilterBar({
  search,
  fixed = [],
  note,
  onChange,
  children,
}: {
  search: TaskSearch
  fixed?: readonly FilterField[]
  /** What narrows the list besides. */
  note?: string | undefined
  onChange: (search: TaskSearch) => void
  children?: ReactNode
}) {
  const { t } = useTranslation('tasks')
  const fields = FILTER_FIELDS.filter(
    (field) => !fixed.includes(field) && isFiltered(search, field),
  )
  return (
    <div className={classes['bar']}>
      <div className={classes['chips']}>
        {fields.map((field) => (
          <FilterChip key={field} field={field} search={search} onChange={onChange} />
        ))}
        {search.field && <CustomChips search={search} onChange={onChange} />}
        {note && <span className={classes['note']}>{note}</span>}
        <FilterPopover
          field={undefined}
          fixed={fixed}
          search={search}
          onChange={onChange}
          className={classes['plain']}
        >
          <IconPlus size={16} stroke={1.75} aria-hidden="true" />
          {t('addFilter')}
        </FilterPopover>
        {fields.length + (search.field?.length ?? 0) > 1 && (
          <button
            type="button"
            className={classes['plain']}
            onClick={() => onChange(withoutCustom(fields.reduce(withoutFilter, search)))}
          >
            {t('clearFilters')}
          </button>
        )}
      </div>
      {children}
    </div>
  )
}
