// The keys of the log: they act on the delivery that is open, or on the row that has the focus.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Delivery } from '@task-service/contract'
import { type RefObject, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { useKeys } from '#lib/keys.ts'
import { useAddress } from '#lib/use-address.ts'
import { useLatest } from '#lib/use-latest.ts'
import type { Selection } from './use-selection.ts'

export type DeliveryActs = {
  /** Undefined at the end of what is loaded. */
  previous: (() => void) | undefined
  next: (() => void) | undefined
  resend: (delivery: string) => void
  isResending: boolean
  openTask: (number: number) => void
}

export function useDeliveryKeys(
  deliveries: readonly Delivery[],
  selected: string | undefined,
  list: RefObject<HTMLElement | null>,
  selection: Selection,
): DeliveryActs {
  const { t } = useTranslation('deliveries')
  const { mutate: resend, isPending: isResending } = useResend()
  const navigate = useNavigate()
  const openTask = useCallback(
    (number: number) =>
      void navigate({ to: '/tasks/$task', params: { task: `T-${number}` }, search: {} }),
    [navigate],
  )
  const step = useStep(deliveries, selected, list)
  const many = useLatest(selection)
  useKeys(
    useMemo(() => {
      const current = () => selected ?? focusedId()
      const withCurrent = (act: (delivery: string) => void) => () => {
        const id = current()
        if (id !== undefined) act(id)
      }
      const openTaskOf = (delivery: string) => {
        const number = deliveries.find(({ id }) => id === delivery)?.task_number
        if (number) openTask(number)
      }
      const toggle = (delivery: string) => many().toggle(delivery)
      const resendAll = () => {
        if (many().selected.size > 0) many().resend()
        else withCurrent(resend)()
      }
      const group = 'deliveries' as const
      return [
        { keys: 'j', group, label: t('keys.next'), run: () => step(1) },
        { keys: 'k', group, label: t('keys.previous'), run: () => step(-1) },
        { keys: 'x', group, label: t('keys.select'), run: withCurrent(toggle) },
        { keys: 'r', group, label: t('keys.resend'), run: resendAll },
        { keys: 't', group, label: t('keys.task'), run: withCurrent(openTaskOf) },
      ]
    }, [deliveries, selected, step, resend, many, openTask, t]),
  )
  const at = deliveries.findIndex(({ id }) => id === selected)
  return {
    previous: at > 0 ? () => step(-1) : undefined,
    next: at >= 0 && at < deliveries.length - 1 ? () => step(1) : undefined,
    resend,
    isResending,
    openTask,
  }
}

function focusedId(): string | undefined {
  const focused = document.activeElement
  return focused instanceof HTMLElement ? focused.dataset['id'] : undefined
}

/** Moves the open panel when there is one, and the focus otherwise. */
function useStep(
  deliveries: readonly Delivery[],
  selected: string | undefined,
  list: RefObject<HTMLElement | null>,
): (by: 1 | -1) => void {
  const [, change] = useAddress()
  return useCallback(
    (by) => {
      const ids = deliveries.map(({ id }) => id)
      const from = selected ?? focusedId()
      const at = from === undefined ? -1 : ids.indexOf(from)
      const id = ids[at === -1 ? 0 : at + by]
      if (id === undefined) return
      const row = list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)
      row?.scrollIntoView({ block: 'nearest' })
      if (selected === undefined) row?.focus()
      else change({ delivery: id })
    },
    [deliveries, selected, list, change],
  )
}

function useResend() {
  const { t } = useTranslation('deliveries')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (delivery: string) =>
      call('deliveries.resend', { params: { delivery }, idempotencyKey: crypto.randomUUID() }),
    onSuccess: async () => {
      showDone(t('resent'))
      await Promise.all([
        client.invalidateQueries({ queryKey: ['deliveries'] }),
        client.invalidateQueries({ queryKey: ['webhooks', 'health'] }),
      ])
    },
    onError: ({ message }) => showFailure(t('resendFailed', { detail: message })),
  })
}
