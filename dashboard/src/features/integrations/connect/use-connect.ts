// Tests a connection, and creates it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Provider } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { showDone } from '#components/toasts/toasts.tsx'
import { configOf, type Draft, secretsOf } from './draft.ts'

export function useTest(provider: Provider) {
  return useMutation({
    mutationFn: async (draft: Draft) =>
      (
        await call('integrations.try', {
          body: {
            provider: provider.id,
            config: configOf(provider, draft.config),
            secrets: secretsOf(draft.secrets),
          },
        })
      ).body,
  })
}

export function useConnect(provider: Provider) {
  const { t } = useTranslation('integrations')
  const client = useQueryClient()
  const navigate = useNavigate()
  // Created once, however often the credential is rejected afterwards.
  const [created, setCreated] = useState<string>()
  return useMutation({
    mutationFn: async (draft: Draft) => {
      const integration = created ?? (await create(provider, draft))
      setCreated(integration)
      const secrets = secretsOf(draft.secrets)
      if (Object.keys(secrets).length > 0) {
        await call('integrations.set_credential', { params: { integration }, body: { secrets } })
      }
      return { integration, name: draft.name }
    },
    onSuccess: async ({ integration, name }) => {
      await client.invalidateQueries({ queryKey: ['integrations'] })
      showDone(t('connect.done', { name }))
      await navigate({ to: '/integrations/$integration', params: { integration }, search: {} })
    },
  })
}

async function create(provider: Provider, draft: Draft): Promise<string> {
  const { body } = await call('integrations.create', {
    body: {
      provider: provider.id,
      name: draft.name.trim(),
      config: configOf(provider, draft.config),
    },
    idempotencyKey: crypto.randomUUID(),
  })
  return body.id
}
