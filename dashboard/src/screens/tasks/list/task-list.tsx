// The rows of a list, only as many as are seen, whatever its length.
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import type { Task } from '@task-service/contract'
import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListItem } from './list-items.ts'
import { ListRow, type RowLook } from './list-row.tsx'
import classes from './task-list.module.css'
import { rowId } from './task-row.tsx'

const HEAD_PX = 36
const ROW_PX = 38
const NARROW_ROW_PX = 72
const OVERSCAN = 12

export type ListHandle = { show: (id: string) => void; toTop: () => void; focus: () => void }

export type TaskListProps = RowLook & {
  items: readonly ListItem[]
  isNarrow: boolean
  isSelecting: boolean
  onSeen: (group: string) => void
  onScrolled: (isAway: boolean) => void
  ref: Ref<ListHandle>
}

function useRows({ items, isNarrow }: Pick<TaskListProps, 'items' | 'isNarrow'>) {
  const scroller = useRef<HTMLDivElement>(null)
  const heads = useMemo(
    () => items.flatMap((item, index) => (item.kind === 'head' ? [index] : [])),
    [items],
  )
  const sticky = useRef<number | undefined>(undefined)
  const rangeExtractor = useCallback(
    (range: Range) => {
      sticky.current = heads.findLast((index) => index <= range.startIndex)
      const shown = defaultRangeExtractor(range)
      const { current } = sticky
      return current === undefined || shown.includes(current) ? shown : [current, ...shown]
    },
    [heads],
  )
  // oxlint-disable-next-line react/incompatible-library -- no compiler runs over this; the hook rerenders by itself
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) =>
      items[index]?.kind === 'head' ? HEAD_PX : isNarrow ? NARROW_ROW_PX : ROW_PX,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: OVERSCAN,
    rangeExtractor,
    scrollPaddingStart: heads.length > 0 ? HEAD_PX : 0,
    scrollPaddingEnd: ROW_PX,
  })
  return { scroller, virtualizer, sticky }
}

export function TaskList(props: TaskListProps) {
  const { items, active, isNarrow, isSelecting, onSeen, onScrolled, ref } = props
  const { t } = useTranslation('tasks')
  const { scroller, virtualizer, sticky } = useRows(props)
  const shown = virtualizer.getVirtualItems()
  useShowHandle(ref, items, virtualizer, scroller)
  // Only what is in the document can be pointed at.
  const activeShown = shown.map(({ index }) => items[index]).find((item) => item?.key === active)
  const first = shown[0]?.index ?? 0
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    for (const item of items.slice(first, last + 1)) {
      if (item.kind === 'waiting') onSeen(item.group.key)
      if (item.kind === 'more') item.group.onMore()
    }
  }, [items, first, last, onSeen])
  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      role="grid"
      aria-label={t('title')}
      aria-rowcount={-1}
      aria-multiselectable="true"
      aria-activedescendant={activeShown && rowId(activeShown.key)}
      tabIndex={0}
      data-selecting={isSelecting || undefined}
      onScroll={(event) => onScrolled(event.currentTarget.scrollTop > HEAD_PX)}
    >
      <div
        className={classes['rows']}
        role="presentation"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {shown.map(({ index, key, start }) => {
          const item = items[index]
          if (!item) return null
          const isSticky = index === sticky.current
          return (
            <div
              key={key}
              role="presentation"
              data-index={index}
              ref={isNarrow ? virtualizer.measureElement : undefined}
              className={classes[isSticky ? 'sticky' : 'item']}
              {...(!isSticky && { style: { transform: `translateY(${start}px)` } })}
            >
              <ListRow item={item} look={props} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

type Virtualizer = ReturnType<typeof useRows>['virtualizer']

function useShowHandle(
  ref: Ref<ListHandle>,
  items: readonly ListItem[],
  virtualizer: Virtualizer,
  scroller: React.RefObject<HTMLDivElement | null>,
): void {
  useImperativeHandle(
    ref,
    () => ({
      show: (id) => {
        const index = items.findIndex((item) => item.key === id)
        if (index !== -1) virtualizer.scrollToIndex(index, { align: 'auto' })
      },
      toTop: () => scroller.current?.scrollTo({ top: 0 }),
      focus: () => scroller.current?.focus({ preventScroll: true }),
    }),
    [items, virtualizer, scroller],
  )
}

export function tasksOf(items: readonly ListItem[]): Task[] {
  return items.flatMap((item) => (item.kind === 'task' ? [item.task] : []))
}
