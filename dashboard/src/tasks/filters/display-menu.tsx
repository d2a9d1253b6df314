// How the list is laid out: groups and order.
import { Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { GROUPINGS, SORTS, type TaskSearch } from '../data/task-search.ts'
import classes from './filters.module.css'

const tick = <IconCheck size={16} stroke={2} />

export function DisplayMenu({
  search,
  onChange,
  children,
}: {
  search: TaskSearch
  onChange: (search: TaskSearch) => void
  /** More that belongs here, such as selecting by touch. */
  children?: ReactNode
}) {
  const { t } = useTranslation('tasks')
  const group = search.group ?? 'status'
  const sort = search.sort ?? '-created_at'
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className={classes['plain']}>
          {t('groupedBy', { what: t(`group.${group}`) })}
          <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
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
        <Menu.Label>{t('orderBy')}</Menu.Label>
        {SORTS.map((one) => (
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
