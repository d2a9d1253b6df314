// Whether an element was in sight once, or nearly: what is never scrolled to asks the server for nothing.
import { type RefObject, useEffect, useState } from 'react'

/** Two screens: who moves through the cards with the Tab key should not pass by a row before its cards are there. */
const NEAR = '1500px'

export function useSeen(
  element: RefObject<HTMLElement | null>,
  /** Known before it is drawn. */
  isAtTop: boolean,
): boolean {
  const [isSeen, setSeen] = useState(isAtTop)
  useEffect(() => {
    const { current } = element
    if (!current || isSeen) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: NEAR },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, isSeen])
  return isSeen
}
