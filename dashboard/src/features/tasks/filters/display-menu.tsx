// How the list is laid out: groups and order.
import { Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { GROUPINGS, SORTS, type Sort, type TaskSearch } from '../data/task-search.ts'
import classes from './filters.module.css'

const USUAL_SORTS = new Set<Sort>([
  '-created_at',
  'created_at',
  '-updated_at',
  'priority',
  'due_at',
])

const tick = <IconCheck size={16} stroke={2} />

export function DisplayMenu({
  search,
  onChange,
  withGroups = true,
  usualSort = '-created_at',
  children,
}: {
  search: TaskSearch
  onChange: (search: TaskSearch) => void
  /** Off where the groups are the columns. */
  withGroups?: boolean
  /** The order where none was chosen. */
  usualSort?: Sort
  /** More that belongs here, such as selecting by touch. */
  children?: ReactNode
}) {
  const { t } = useTranslation('tasks')
  const group = search.group ?? 'status'
  const sort = search.sort ?? usualSort
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className={classes['plain']}>
          {withGroups
            ? t('groupedBy', { what: t(`group.${group}`) })
            : t('orderedBy', { what: t(`sort.${sort}`) })}
          <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {withGroups && <GroupItems search={search} onChange={onChange} />}
        <Menu.Label>{t('orderBy')}</Menu.Label>
        {SORTS.filter((one) => USUAL_SORTS.has(one) || one === sort).map((one) => (
          <Menu.Item
            key={one}
            onClick={() => onChange({ ...search, sort: one })}
            rightSection={one === sort && tick}
          >
            {t(`sort.${one}`)}
          </Menu.Item>
        ))}
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

function GroupItems({
  search,
  onChange,
}: {
  search: TaskSearch
  onChange: (search: TaskSearch) => void
}) {
  const { t } = useTranslation('tasks')
  const group = search.group ?? 'status'
  return (
    <>
      <Menu.Label>{t('groupBy')}</Menu.Label>
      {GROUPINGS.map((one) => (
        <Menu.Item
          key={one}
          onClick={() => onChange({ ...search, group: one })}
          rightSection={one === group && tick}
        >
          {t(`group.${one}`)}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  )
}
