// Lifts a card: it tilts, and where it was it fades.
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'
import type { Task } from '@task-service/contract'
import { type RefObject, useEffect, useState } from 'react'
import { useLatest } from '#lib/use-latest.ts'

const TASK = Symbol('task')

export type Carried = { [TASK]: Task }

export function taskOf(data: Record<string | symbol, unknown>): Task | undefined {
  return TASK in data ? (data as Carried)[TASK] : undefined // only cards carry this symbol
}

export function useCardDrag(
  element: RefObject<HTMLElement | null>,
  task: Task,
  liftedClass: string,
): boolean {
  const [isLifted, setLifted] = useState(false)
  const latest = useLatest(task)
  useEffect(() => {
    const card = element.current
    if (!card) return undefined
    return draggable({
      element: card,
      getInitialData: () => ({ [TASK]: latest() }),
      onGenerateDragPreview: ({ nativeSetDragImage, location }) =>
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: () => {
            const { left, top } = card.getBoundingClientRect()
            const { clientX, clientY } = location.current.input
            return { x: clientX - left, y: clientY - top }
          },
          render: ({ container }) => {
            const copy = card.cloneNode(true) as HTMLElement // the copy of an element is one
            copy.classList.add(liftedClass)
            copy.style.width = `${card.offsetWidth}px`
            container.append(copy)
          },
        }),
      onDragStart: () => setLifted(true),
      onDrop: () => setLifted(false),
    })
  }, [element, latest, liftedClass])
  return isLifted
}
