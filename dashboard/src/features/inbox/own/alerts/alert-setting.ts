// Whether this browser shows notifications of the inbox. Permission is asked for only when the user switches them on.
import { useSyncExternalStore } from 'react'

const NAME = 'task-service.inbox.alerts'
const listeners = new Set<() => void>()
let isUnsupported = false

export type AlertState = 'on' | 'off' | 'blocked' | 'unsupported'

/** Not available without TLS, and in some browsers on phones. */
export function alertState(): AlertState {
  if (isUnsupported || !('Notification' in window) || !('locks' in navigator)) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && read() === 'on' ? 'on' : 'off'
}

/** Found out when the first one is shown. */
export function reportUnsupported(): void {
  isUnsupported = true
  for (const listener of listeners) listener()
}

function read(): string | null {
  try {
    return localStorage.getItem(NAME)
  } catch {
    return null
  }
}

function write(value: 'on' | 'off'): void {
  try {
    localStorage.setItem(NAME, value)
  } catch {
    // Storage can be switched off; the setting then lasts until the page is left.
  }
  for (const listener of listeners) listener()
}

async function toggle(): Promise<void> {
  if (alertState() === 'on') return write('off')
  const permission = await Notification.requestPermission()
  write(permission === 'granted' ? 'on' : 'off')
}

/** Another tab may change it. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export function useAlerts(): { state: AlertState; toggle: () => void } {
  const state = useSyncExternalStore(subscribe, alertState)
  return { state, toggle: () => void toggle() }
}
