// Something that any part of the dashboard can open, and that is fetched when it is first wanted.
import { useSyncExternalStore } from 'react'

export type Opener = {
  open: () => void
  close: () => void
  toggle: () => void
  /** `wanted` stays true after the first time, so that closing can be shown. */
  useOpened: () => { opened: boolean; wanted: boolean }
}

export function createOpener(): Opener {
  let state = { opened: false, wanted: false }
  const listeners = new Set<() => void>()
  const set = (opened: boolean) => {
    state = { opened, wanted: true }
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    open: () => set(true),
    close: () => set(false),
    toggle: () => set(!state.opened),
    useOpened: () => useSyncExternalStore(subscribe, () => state),
  }
}
