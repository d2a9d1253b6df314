// Which columns a list shows, and in which order.
import { Button, Checkbox } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type HTMLAttributes, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dropped } from '#components/on-demand/drop-button.tsx'
import { DropCard } from '#components/on-demand/drop-card.tsx'
import type { TaskSearch } from '../data/task-search.ts'
import { moveByKey } from '../detail/checklist/move-by-key.ts'
import { type Dragged, useItemDrag } from '../detail/checklist/use-item-drag.ts'
import { USUAL_COLUMNS, useColumnInfos } from './column-names.ts'
import classes from './columns.module.css'
import { rememberColumns } from './remember-columns.ts'
import { useColumns } from './use-columns.ts'

type Choice = { search: TaskSearch; onChange: (search: TaskSearch) => void }

/** A view keeps its own; everything else shows what this browser remembers. */
function useChoice({ search, onChange }: Choice) {
  const known = useColumnInfos()
  const chosen = useColumns(search)
  const columns = useMemo(
    () => (chosen ?? USUAL_COLUMNS).filter((column) => known.has(column)),
    [chosen, known],
  )
  const choose = (next: readonly string[] | undefined) => {
    const { columns: _, ...rest } = search
    if (search.view === undefined) rememberColumns(next)
    onChange(search.view === undefined || !next ? rest : { ...rest, columns: [...next] })
  }
  return { known, columns, choose, isUsual: chosen === undefined }
}

function moved(columns: readonly string[], { id, place }: Dragged): string[] {
  const others = columns.filter((column) => column !== id)
  return others.toSpliced(place, 0, id)
}

export function ColumnsCard({ at, onClose, ...choice }: Dropped & Choice) {
  const { t } = useTranslation('views')
  const { known, columns, choose, isUsual } = useChoice(choice)
  const { list, dragged, handleOf } = useItemDrag((drop) => choose(moved(columns, drop)))
  const shown = dragged ? moved(columns, dragged) : columns
  const others = [...known.keys()].filter((column) => !columns.includes(column))
  const move = (column: string, by: number) => {
    const place = columns.indexOf(column) + by
    if (place >= 0 && place < columns.length) choose(moved(columns, { id: column, place }))
  }
  const nameOf = (column: string) => known.get(column)?.name ?? column
  return (
    <DropCard
      at={at}
      onClose={onClose}
      label={t('columns')}
      className={classes['card']}
      position="bottom-end"
      width={280}
    >
      <ul ref={list} className={classes['list']} aria-label={t('columnsShown')}>
        {shown.map((column) => (
          <ChosenColumn
            key={column}
            column={column}
            name={nameOf(column)}
            isDragged={dragged?.id === column}
            handle={handleOf(column, columns.indexOf(column))}
            onMove={(by) => move(column, by)}
            onHide={() => choose(columns.filter((one) => one !== column))}
          />
        ))}
      </ul>
      <ul className={classes['list']} aria-label={t('columnsHidden')}>
        {others.map((column) => (
          <li key={column}>
            <Checkbox
              size="xs"
              checked={false}
              label={nameOf(column)}
              onChange={() => choose([...columns, column])}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        size="compact-sm"
        disabled={isUsual}
        onClick={() => choose(undefined)}
      >
        {t('columnsUsual')}
      </Button>
    </DropCard>
  )
}

function ChosenColumn({
  column,
  name,
  isDragged,
  handle,
  onMove,
  onHide,
}: {
  column: string
  name: string
  isDragged: boolean
  handle: HTMLAttributes<HTMLElement>
  onMove: (by: 1 | -1) => void
  onHide: () => void
}) {
  const { t } = useTranslation('views')
  return (
    <li data-item={column} data-dragged={isDragged || undefined}>
      <Checkbox
        size="xs"
        checked
        label={name}
        onChange={onHide}
        onKeyDown={(event) => moveByKey(event, onMove)}
      />
      <button
        type="button"
        className={classes['handle']}
        aria-label={t('moveColumn', { name })}
        title={t('moveHint')}
        onKeyDown={(event) => moveByKey(event, onMove, true)}
        {...handle}
      >
        <IconGripVertical size={14} stroke={1.75} aria-hidden="true" />
      </button>
    </li>
  )
}
