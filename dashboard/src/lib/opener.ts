// Something that any part of the dashboard can open, and that is fetched when it is first wanted.
import { useSyncExternalStore } from 'react'

export type Opener = {
  open: () => void
  close: () => void
  toggle: () => void
  /** As if it was never wanted, because it could not be fetched. */
  reset: () => void
  /** `wanted` stays true after the first time, so that closing can be shown. */
  useOpened: () => { opened: boolean; wanted: boolean }
}

const interrupted = new Set<() => void>()

/** Runs before something else opens over the page: what is open then has to close. */
export function whenInterrupted(listener: () => void): () => void {
  interrupted.add(listener)
  return () => interrupted.delete(listener)
}

export function createOpener(): Opener {
  let state = { opened: false, wanted: false }
  const listeners = new Set<() => void>()
  const set = (opened: boolean, wanted = true) => {
    if (opened) for (const listener of interrupted) listener()
    state = { opened, wanted }
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
    reset: () => set(false, false),
    useOpened: () => useSyncExternalStore(subscribe, () => state),
  }
}
