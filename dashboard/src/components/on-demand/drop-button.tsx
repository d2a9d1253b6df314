// A button whose menu or card is fetched when it is first pressed: what is never opened costs nothing.
import { type ReactNode, useEffect, useRef, useState } from 'react'

export type Dropped = {
  /** Where the button stands. */
  at: DOMRect
  onClose: () => void
}

export function DropButton({
  popup,
  label,
  title,
  className,
  children,
  preload,
  renderCard,
}: {
  popup: 'menu' | 'dialog'
  /** Where the text of the button does not say it. */
  label?: string | undefined
  title?: string | undefined
  className: string | undefined
  children: ReactNode
  /** Fetches what it opens as soon as the pointer is on the button. */
  preload?: () => void
  renderCard: (dropped: Dropped) => ReactNode
}) {
  const [at, setAt] = useState<DOMRect>()
  const button = useRef<HTMLButtonElement>(null)
  // A press on the button also counts as one outside the card and has closed it by the time of the click.
  const wasOpen = useRef(false)
  const close = () => setAt(undefined)
  // A card that had the focus takes it along when it goes.
  useEffect(() => {
    const { current } = button
    if (!at) return
    return () => {
      if (document.activeElement === document.body) current?.focus({ preventScroll: true })
    }
  }, [at])
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={title}
        aria-haspopup={popup}
        aria-expanded={at !== undefined}
        onPointerEnter={preload}
        onPointerDown={() => {
          wasOpen.current = at !== undefined
        }}
        onClick={() => {
          setAt(wasOpen.current ? undefined : button.current?.getBoundingClientRect())
          wasOpen.current = false
        }}
      >
        {children}
      </button>
      {at && renderCard({ at, onClose: close })}
    </>
  )
}
