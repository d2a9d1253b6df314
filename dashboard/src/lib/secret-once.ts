// Secrets that were just created, until the user confirms that they are stored or leaves the page. Never kept elsewhere.
import { useSyncExternalStore } from 'react'

const secrets = new Map<string, string>()
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

export function keepSecret(ownerId: string, secret: string): void {
  secrets.set(ownerId, secret)
  tell()
}

export function dropSecret(ownerId: string): void {
  secrets.delete(ownerId)
  tell()
}

export const useSecret = (ownerId: string): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => secrets.get(ownerId),
  )
