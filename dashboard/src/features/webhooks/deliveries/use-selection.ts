// Deliveries that are selected, to resend them together.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Delivery } from '@task-service/contract'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'

/** What one request takes. */
const MOST_AT_ONCE = 500

export type Selection = {
  selected: ReadonlySet<string>
  /** How many can be selected. */
  loaded: number
  toggle: (delivery: string) => void
  selectAll: () => void
  clear: () => void
  resend: () => void
  isResending: boolean
}

export function useSelection(deliveries: readonly Delivery[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const clear = useCallback(() => setChosen(new Set()), [])
  const { mutate, isPending } = useResendMany(clear)
  const toggle = useCallback(
    (delivery: string) =>
      setChosen((now) => {
        const next = new Set(now)
        if (!next.delete(delivery)) next.add(delivery)
        return next
      }),
    [],
  )
  const ids = deliveries.map(({ id }) => id)
  // A filter may have taken some of them out of sight.
  const selected = new Set(ids.filter((id) => chosen.has(id)))
  return {
    selected,
    loaded: ids.length,
    toggle,
    selectAll: () => setChosen(new Set(ids)),
    clear,
    resend: () => mutate([...selected]),
    isResending: isPending,
  }
}

function useResendMany(onSent: () => void) {
  const { t } = useTranslation('deliveries')
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (deliveries: readonly string[]) => {
      let [count, skipped] = [0, 0]
      for (let start = 0; start < deliveries.length; start += MOST_AT_ONCE) {
        const { body } = await call('deliveries.resend_many', {
          body: { deliveries: deliveries.slice(start, start + MOST_AT_ONCE) },
          idempotencyKey: crypto.randomUUID(),
        })
        count += body.count
        skipped += body.skipped.length
      }
      return { count, skipped }
    },
    onSuccess: ({ count, skipped }) => {
      onSent()
      if (count > 0) showDone(t('recovery.done', { count }))
      if (skipped > 0) showFailure(t('bulk.skipped', { count: skipped }))
    },
    onError: ({ message }) => showFailure(t('resendFailed', { detail: message })),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['deliveries'] }),
        client.invalidateQueries({ queryKey: ['webhooks', 'health'] }),
      ]),
  })
}
