// A day, or the strip of tasks without a due date, takes any task that is dropped on it.
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { Task } from '@task-service/contract'
import { type RefObject, useEffect, useState } from 'react'
import { useLatest } from '#lib/use-latest.ts'
import { taskOf } from '../board/drag/use-card-drag.ts'

export function useDayDrop(
  element: RefObject<HTMLElement | null>,
  onDropped: (task: Task) => void,
): boolean {
  const [isOver, setOver] = useState(false)
  const drop = useLatest(onDropped)
  useEffect(() => {
    const place = element.current
    if (!place) return undefined
    return dropTargetForElements({
      element: place,
      canDrop: ({ source }) => taskOf(source.data) !== undefined,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        const task = taskOf(source.data)
        if (task) drop()(task)
      },
    })
  }, [element, drop])
  return isOver
}
