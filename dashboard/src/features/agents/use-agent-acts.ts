// Pausing and resuming an agent: no confirmation, effective at once, with the way back.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Agent } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import type { LoadedAgent } from './agent-queries.ts'

export function useAgentActs({ name }: Pick<Agent, 'name'>) {
  const { t } = useTranslation('agents')
  const client = useQueryClient()
  const setPaused = useMutation({
    mutationFn: async (paused: boolean): Promise<Agent> => {
      const request = { params: { agent: name }, idempotencyKey: crypto.randomUUID() }
      return (await call(paused ? 'agents.pause' : 'agents.resume', request)).body
    },
    onSuccess: (agent, paused) => {
      client.setQueryData<Agent[]>(['agents', 'list'], (all) =>
        all?.map((one) => (one.id === agent.id ? agent : one)),
      )
      client.setQueryData<LoadedAgent>(['agents', 'one', name], (one) => one && { ...one, agent })
      const message = paused ? t('acts.paused', { name }) : t('acts.resumed', { name })
      showDone(message, () => setPaused.mutate(!paused))
    },
    onError: ({ message }, paused) => showFailure(message, () => setPaused.mutate(paused)),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['agents'] })
      await client.invalidateQueries({ queryKey: ['runs'] })
    },
  })
  return { setPaused }
}

export type AgentActs = ReturnType<typeof useAgentActs>
