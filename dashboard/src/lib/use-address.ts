// Filters and open panels live in the URL, so that a link to a screen shows it as it is.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type AddressChange = Record<string, string | undefined>

/** What the address says, and a way to change it; undefined takes a name out of it. */
export function useAddress(): [
  Readonly<Record<string, string | undefined>>,
  (change: AddressChange, options?: { push?: boolean }) => void,
] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = useCallback(
    (given: AddressChange, { push = false }: { push?: boolean } = {}) => {
      void navigate({
        to: '.',
        replace: !push,
        search: (now: Record<string, unknown>) => ({ ...now, ...given }),
      })
    },
    [navigate],
  )
  const texts = Object.fromEntries(
    Object.entries(search).map(([name, value]) => [
      name,
      typeof value === 'string' || typeof value === 'number' ? String(value) : undefined,
    ]),
  )
  return [texts, change]
}
