// Takes a record away for good, and goes back to the others of its kind.
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { showDone } from '../toasts/toasts.tsx'

export type Removal = UseMutationResult<unknown, Error, void>

export function useRemoval({
  kind,
  id,
  remove,
  done,
}: {
  /** The name of their screen, and of what was read for it. */
  kind: 'agents' | 'connectors' | 'integrations' | 'webhooks'
  id: string
  remove: () => Promise<unknown>
  /** What is said afterwards. */
  done: string
}): Removal {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      showDone(done)
      await navigate({ to: `/${kind}`, search: {} })
      client.removeQueries({ queryKey: [kind, 'one', id] })
      await client.invalidateQueries({ queryKey: [kind] })
    },
  })
}
