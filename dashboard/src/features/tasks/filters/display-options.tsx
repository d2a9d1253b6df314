// The menu that groups and orders a list, fetched when it is first opened.
import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Anchor } from '#components/on-demand/anchor.tsx'
import type { Dropped } from '#components/on-demand/drop-button.tsx'
import { LANE_FIELDS, laneField } from '../board/lanes/lane-fields.ts'
import { ColumnsCard } from '../columns/columns-card.tsx'
import {
  GROUPINGS,
  type PlainSort,
  SORTS,
  type Sort,
  type TaskSearch,
} from '../data/task-search.ts'
import { ExportItem } from '../views/export-item.tsx'
import type { ViewExtra } from '../views/view-search.ts'
import { FieldSorts } from './field-sorts.tsx'

export type DisplayMenuProps = {
  search: TaskSearch
  onChange: (search: TaskSearch) => void
  /** Off where the groups are the columns. */
  withGroups?: boolean
  /** The order where none was chosen. */
  usualSort?: Sort
  /** Where tasks are divided into rows, too. */
  withRows?: boolean
  /** Starts selecting tasks, for touch screens. */
  onSelect?: () => void
  /** With everything that the list is narrowed to, for its export; only a list has columns. */
  whole?: { search: TaskSearch; extra: ViewExtra | undefined }
}

const USUAL_SORTS = new Set<PlainSort>([
  '-created_at',
  'created_at',
  '-updated_at',
  'priority',
  'due_at',
])

const tick = <IconCheck size={16} stroke={2} />

export function DisplayOptions({
  search,
  onChange,
  withGroups,
  withRows,
  onSelect,
  whole,
  sort,
  at,
  onClose,
}: DisplayMenuProps & Dropped & { withGroups: boolean; sort: Sort }) {
  const { t } = useTranslation(['tasks', 'views'])
  const [isChoosing, setChoosing] = useState(false)
  if (isChoosing)
    return <ColumnsCard at={at} onClose={onClose} search={search} onChange={onChange} />
  return (
    <Menu opened onClose={onClose} position="bottom-end" width={220}>
      <Menu.Target>
        <Anchor at={at} />
      </Menu.Target>
      <Menu.Dropdown>
        {withGroups && <GroupItems search={search} onChange={onChange} />}
        {withRows && <RowItems search={search} onChange={onChange} />}
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
        <FieldSorts sort={sort} onSort={(one) => onChange({ ...search, sort: one })} />
        {(onSelect || whole) && <Menu.Divider />}
        {onSelect && <Menu.Item onClick={onSelect}>{t('selectTasks')}</Menu.Item>}
        {whole && (
          <>
            <Menu.Item closeMenuOnClick={false} onClick={() => setChoosing(true)}>
              {t('views:columns')}
            </Menu.Item>
            <ExportItem {...whole} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function RowItems({ search, onChange }: Pick<DisplayMenuProps, 'search' | 'onChange'>) {
  const { t } = useTranslation('views')
  const { rows: _, ...others } = search
  const chosen = laneField(search)
  return (
    <>
      <Menu.Label>{t('rows')}</Menu.Label>
      <Menu.Item onClick={() => onChange(others)} rightSection={!chosen && tick}>
        {t('row.none')}
      </Menu.Item>
      {LANE_FIELDS.map((one) => (
        <Menu.Item
          key={one}
          onClick={() => onChange({ ...others, rows: one })}
          rightSection={one === chosen && tick}
        >
          {t(`row.${one}`)}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
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
