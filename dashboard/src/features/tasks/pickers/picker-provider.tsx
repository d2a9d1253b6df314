// One picker for the whole screen: a row, the bulk bar, a card or a property opens it where it stands.
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { whenInterrupted } from '#lib/opener.ts'
import { withWords } from '#words/index.ts'
import type { OpenedPicker, OpenPicker } from './picker-field.ts'

const load = withWords(['detail', 'fields'], () => import('./picker-popover.tsx'))

const PickerPopover = onDemand(async () => (await load()).PickerPopover, {
  close: ({ onClose }) => onClose(),
  takesKeys: true,
  isSoonNeeded: true,
})

/** One is about to be needed. */
export const preloadPicker = PickerPopover.preload

const PickerContext = createContext<OpenPicker>(() => undefined)

export const usePicker = (): OpenPicker => useContext(PickerContext)

export function PickerProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<OpenedPicker & { from: Element | null }>()
  const open = useCallback<OpenPicker>((field, tasks, at) => {
    if (tasks.length === 0) return
    setOpened({ field, tasks, place: at.getBoundingClientRect(), from: document.activeElement })
  }, [])
  const close = useCallback(() => {
    setOpened((known) => {
      // Restores the focus, so that the next j continues from there.
      if (known?.from instanceof HTMLElement) known.from.focus({ preventScroll: true })
      return undefined
    })
  }, [])
  // The palette, for example, would open behind it.
  const isOpen = opened !== undefined
  useEffect(() => (isOpen ? whenInterrupted(close) : undefined), [isOpen, close])
  const update = useCallback(
    (tasks: OpenedPicker['tasks']) => setOpened((known) => known && { ...known, tasks }),
    [],
  )
  return (
    <PickerContext value={open}>
      {children}
      {opened && <PickerPopover opened={opened} onTasks={update} onClose={close} />}
    </PickerContext>
  )
}
