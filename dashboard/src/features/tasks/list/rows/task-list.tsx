// The rows of a list, only as many as are seen, whatever its length.
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import type { Task } from '@task-service/contract'
import {
  type Key,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { preloadPicker } from '#features/tasks/pickers/picker-provider.tsx'
import { useNow } from '#lib/use-now.ts'
import type { ListItem } from './list-items.ts'
import { ListRow, type RowLook } from './list-row.tsx'
import { useRowWords } from './row-words.ts'
import classes from './task-list.module.css'
import { rowId } from './task-row.tsx'

const HEAD_PX = 36
const ROW_PX = 38
const NARROW_ROW_PX = 72
const OVERSCAN = 8
/** The next page is asked for so many rows before the last one is seen. */
const AHEAD = 40

export type ListHandle = { show: (id: string) => void; toTop: () => void; focus: () => void }

export type TaskListProps = Omit<RowLook, 'words' | 'now'> & {
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
  // The same function for the same rows: with a new one all positions would be computed again in every frame.
  const getItemKey = useCallback((index: number) => items[index]?.key ?? index, [items])
  // oxlint-disable-next-line react/incompatible-library -- no compiler runs over this; the hook triggers renders itself
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) =>
      items[index]?.kind === 'head' ? HEAD_PX : isNarrow ? NARROW_ROW_PX : ROW_PX,
    getItemKey,
    overscan: OVERSCAN,
    rangeExtractor,
    scrollPaddingStart: heads.length > 0 ? HEAD_PX : 0,
    scrollPaddingEnd: ROW_PX,
    useFlushSync: false,
  })
  return { scroller, virtualizer, sticky }
}

export function TaskList(props: TaskListProps) {
  const { items, active, isNarrow, isSelecting, drawCells, onSeen, onScrolled, ref } = props
  const { t } = useTranslation('tasks')
  const { scroller, virtualizer, sticky } = useRows(props)
  const shown = virtualizer.getVirtualItems()
  const look = { ...props, words: useRowWords(), now: useNow() }
  const slots = useSlots(shown.length, isNarrow)
  const drawn = virtualizer.isScrolling ? shown.toSorted(slots.compare) : shown
  useShowHandle(ref, items, virtualizer, scroller)
  const isAway = (virtualizer.scrollOffset ?? 0) > HEAD_PX
  useEffect(() => onScrolled(isAway), [isAway, onScrolled])
  // Only what is in the document can be pointed at.
  const activeShown = shown.map(({ index }) => items[index]).find((item) => item?.key === active)
  useNeeded(items, shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0, onSeen)
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
      data-columns={drawCells === undefined ? undefined : ''}
      onPointerEnter={preloadPicker}
    >
      <div
        className={classes['rows']}
        role="presentation"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {drawn.map(({ index, key, start }) => {
          const item = items[index]
          if (!item) return null
          const isSticky = index === sticky.current
          return (
            <div
              key={item.kind === 'task' ? slots.nameOf(index, key) : key}
              role="presentation"
              data-index={index}
              data-fixed={isNarrow ? undefined : item.kind === 'head' ? 'head' : 'row'}
              ref={isNarrow ? virtualizer.measureElement : undefined}
              className={classes[isSticky ? 'sticky' : 'item']}
              {...(!isSticky && { style: { top: start } })}
            >
              <ListRow item={item} look={look} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Asks for what is in sight and not there yet. */
function useNeeded(
  items: readonly ListItem[],
  first: number,
  last: number,
  onSeen: (group: string) => void,
): void {
  useEffect(() => {
    for (const item of items.slice(first, last + 1)) {
      if (item.kind === 'waiting') onSeen(item.group.key)
    }
    for (const item of items.slice(first, last + 1 + AHEAD)) {
      if (item.kind === 'more') item.group.onMore()
    }
  }, [items, first, last, onSeen])
}

/**
 * A row that scrolls out hands its elements to the one that scrolls in: changing a few texts is much cheaper than making
 * forty elements. While it scrolls they also keep their order in the document, and come into that of the list when it
 * rests. Not on a phone, where rows have heights of their own.
 */
function useSlots(count: number, isNarrow: boolean) {
  const [most, setMost] = useState(count)
  if (count > most) setMost(count)
  const slotOf = (index: number): number => (isNarrow ? index : index % Math.max(most, 1))
  return {
    nameOf: (index: number, key: Key): Key => (isNarrow ? key : `slot${slotOf(index)}`),
    compare: (a: { index: number }, b: { index: number }) => slotOf(a.index) - slotOf(b.index),
  }
}

type Virtualizer = ReturnType<typeof useRows>['virtualizer']

function useShowHandle(
  ref: Ref<ListHandle>,
  items: readonly ListItem[],
  virtualizer: Virtualizer,
  scroller: RefObject<HTMLDivElement | null>,
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
