// The button that says how the list is grouped and ordered, and opens the menu that changes it.
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFields } from '#api/fields.ts'
import { DropButton } from '#components/on-demand/drop-button.tsx'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { withWords } from '#words/index.ts'
import { isPlainSort } from '../data/task-search.ts'
import type { DisplayMenuProps } from './display-options.tsx'
import classes from './filters.module.css'

const DisplayOptions = onDemand(
  withWords(['views'], async () => (await import('./display-options.tsx')).DisplayOptions),
  { close: ({ onClose }) => onClose() },
)

export function DisplayMenu(props: DisplayMenuProps) {
  const { search, withGroups = true, usualSort = '-created_at' } = props
  const { t } = useTranslation('tasks')
  const group = search.group ?? 'status'
  const sort = search.sort ?? usualSort
  const key = sort.replace(/^-?field:/, '')
  const field = useFields(key !== sort).find((one) => one.key === key)
  const sortWords = isPlainSort(sort) ? t(`sort.${sort}`) : (field?.name ?? key)
  return (
    <DropButton
      popup="menu"
      className={classes['plain']}
      renderCard={(dropped) => (
        <DisplayOptions {...props} {...dropped} withGroups={withGroups} sort={sort} />
      )}
    >
      {withGroups
        ? t('groupedBy', { what: t(`group.${group}`) })
        : t('orderedBy', { what: sortWords })}
      <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
    </DropButton>
  )
}
