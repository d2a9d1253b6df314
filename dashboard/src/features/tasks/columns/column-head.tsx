// The names of chosen columns above a list; the list is sorted by a press. It brings the cells of the rows along.
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sort, TaskSearch } from '../data/task-search.ts'
import type { DrawCells } from '../list/rows/task-row.tsx'
import { ColumnCells, isAtEnd, widthOf } from './column-cells.tsx'
import { type ColumnInfo, useColumnInfos } from './column-names.ts'
import classes from './columns.module.css'

const GAP_PX = 12
/** What a row needs besides: its edges, its first cells, and a title that can still be read. */
const REST_PX = 420

/** Columns that do not fit wrap behind the edge, in every row the same ones. */
function styleOf(infos: readonly ColumnInfo[]) {
  const width = infos.reduce((sum, info) => sum + widthOf(info) + GAP_PX, -GAP_PX)
  return { width: `min(${Math.max(width, 0)}px, calc(100cqw - ${REST_PX}px))` }
}

export function ColumnHead({
  columns,
  search,
  onChange,
  onCells,
}: {
  columns: readonly string[]
  search: TaskSearch
  onChange: (search: TaskSearch) => void
  onCells: (draw: DrawCells) => void
}) {
  const known = useColumnInfos()
  const infos = useMemo(
    () => columns.flatMap((column) => known.get(column) ?? []),
    [columns, known],
  )
  const style = useMemo(() => styleOf(infos), [infos])
  useEffect(
    () =>
      onCells((task, look) => (
        <span role="presentation" className={classes['cells']} style={style}>
          <ColumnCells task={task} infos={infos} look={look} />
        </span>
      )),
    [infos, style, onCells],
  )
  return (
    <div className={classes['head']}>
      <div className={classes['cells']} style={style}>
        {infos.map((info) => (
          <span
            key={info.column}
            className={classes['cell']}
            style={{ width: widthOf(info) }}
            data-end={isAtEnd(info) || undefined}
          >
            <HeadName info={info} search={search} onChange={onChange} />
          </span>
        ))}
      </div>
    </div>
  )
}

function sortOf({ column, field }: ColumnInfo): Sort | undefined {
  if (field) return `field:${field.key}`
  if (column === 'due_at' || column === 'created_at' || column === 'updated_at') return column
  return undefined
}

/** Ascending, descending, and then the usual order again. */
function nextSort({ sort, ...search }: TaskSearch, own: Sort): TaskSearch {
  const down = `-${own}` as Sort // every order has its opposite
  if (sort === own) return { ...search, sort: down }
  return sort === down ? search : { ...search, sort: own }
}

function HeadName({
  info,
  search,
  onChange,
}: {
  info: ColumnInfo
  search: TaskSearch
  onChange: (search: TaskSearch) => void
}) {
  const { t } = useTranslation('views')
  const sort = sortOf(info)
  if (!sort) return <span title={info.name}>{info.name}</span>
  const isUp = search.sort === sort
  const isDown = search.sort === `-${sort}`
  const Arrow = isDown ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      title={t('sortBy', { name: info.name })}
      aria-pressed={isUp || isDown}
      onClick={() => onChange(nextSort(search, sort))}
    >
      <span>{info.name}</span>
      {(isUp || isDown) && (
        <Arrow size={12} stroke={2} aria-label={t(isUp ? 'ascending' : 'descending')} />
      )}
    </button>
  )
}
