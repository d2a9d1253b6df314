// Drags an item of a list by its handle, with mouse, pen or finger: the others make room while it moves.
import { type PointerEvent as Press, useRef, useState } from 'react'

export type Dragged = { id: string; place: number }

export function useItemDrag(onDrop: (dragged: Dragged) => void) {
  const [dragged, setDragged] = useState<Dragged>()
  const list = useRef<HTMLUListElement>(null)

  const placeAt = (id: string, y: number): number => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
    return rows.filter((row) => {
      const { top, height } = row.getBoundingClientRect()
      return row.dataset['item'] !== id && y > top + height / 2
    }).length
  }

  /** The window listens: the row is taken out of the document while it moves, and would lose the pointer. */
  const handleOf = (id: string, start: number) => ({
    onPointerDown: ({ button, pointerId }: Press<HTMLElement>) => {
      if (button !== 0) return
      let place = start
      setDragged({ id, place })
      const listeners = new AbortController()
      const on = (type: 'pointermove' | 'pointerup' | 'pointercancel', act: (y: number) => void) =>
        window.addEventListener(
          type,
          (event) => {
            if (event.pointerId === pointerId) act(event.clientY)
          },
          { signal: listeners.signal },
        )
      const stop = () => {
        listeners.abort()
        setDragged(undefined)
      }
      on('pointermove', (y) => {
        place = placeAt(id, y)
        setDragged({ id, place })
      })
      on('pointerup', () => {
        stop()
        if (place !== start) onDrop({ id, place })
      })
      on('pointercancel', stop)
    },
  })

  return { list, dragged, handleOf }
}
