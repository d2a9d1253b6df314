// Saves settings of an integration, if no one else has changed them in the meantime.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IntegrationChange } from '@task-service/contract'
import { call } from '#api/call.ts'
import { showDone } from '#components/toasts/toasts.tsx'

export function useSave(integration: string, etag: string | null, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: IntegrationChange) =>
      call('integrations.change', {
        params: { integration },
        body,
        ...(etag !== null && { ifMatch: etag }),
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['integrations'] })
      showDone(done)
    },
  })
}
