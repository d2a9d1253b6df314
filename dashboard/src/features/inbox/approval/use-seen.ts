// Whether the end of something was on screen since it has its current content.
import { useEffect, useState } from 'react'

export function useSeen(content: string): {
  /** For the element at its end. */
  endRef: (element: HTMLElement | null) => void
  end: HTMLElement | null
  isSeen: boolean
} {
  const [end, setEnd] = useState<HTMLElement | null>(null)
  const [seen, setSeen] = useState<string>()
  useEffect(() => {
    if (!end || seen === content) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(content)
    })
    observer.observe(end)
    return () => observer.disconnect()
  }, [end, seen, content])
  return { endRef: setEnd, end, isSeen: seen === content }
}
