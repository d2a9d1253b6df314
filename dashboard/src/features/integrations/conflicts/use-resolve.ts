// Resolves a conflict with the value of one side.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Conflict } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'

export const sides = ['service', 'remote'] as const
export type Side = (typeof sides)[number]

export function useResolve({ id }: Conflict) {
  const { t } = useTranslation('integrations')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (use: Side) =>
      call('conflicts.resolve', { params: { conflict: id }, body: { use } }),
    onSuccess: async () => {
      showDone(t('conflicts.done'))
      await client.invalidateQueries({ queryKey: ['integrations'] })
    },
    onError: ({ message }) => showFailure(message),
  })
}
