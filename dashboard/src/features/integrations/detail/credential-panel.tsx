// Re-enters a credential. The stored one is never shown.
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Integration, Provider } from '@task-service/contract'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { fieldErrors, formError } from '#components/fields/field-errors.ts'
import { useFocusInvalid } from '#components/fields/use-focus-invalid.ts'
import { Notice } from '#components/surface/notice.tsx'
import { PanelBody, SidePanel } from '#components/surface/side-panel.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import { CheckStages } from '../connect/check-stages.tsx'
import classes from '../connect/connect.module.css'
import { SecretFields } from '../connect/connection-fields.tsx'
import { CONNECTION_FIELDS as FIELDS, secretsOf } from '../connect/draft.ts'

export function CredentialPanel({
  integration,
  provider,
  onClose,
}: {
  integration: Integration
  provider: Provider
  onClose: () => void
}) {
  const { t } = useTranslation('integrations')
  const { t: common } = useTranslation()
  const id = useId()
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({})
  const save = useSave(integration, onClose)
  useFocusInvalid(id, save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(secretsOf(secrets))
  }
  return (
    <SidePanel
      width={480}
      title={t('credential.title')}
      onClose={onClose}
      foot={
        <div className={classes['foot']}>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            type="submit"
            form={id}
            disabled={Object.keys(secretsOf(secrets)).length === 0}
            loading={save.isPending}
          >
            {t('credential.save')}
          </Button>
        </div>
      }
    >
      <PanelBody>
        <form id={id} className={classes['form']} onSubmit={submit} noValidate>
          {save.error && <Notice live tone="red" title={formError(save.error, FIELDS)} />}
          <p className={classes['quiet']}>
            {t('settings.sent', { hosts: integration.hosts.join(', ') })}
          </p>
          <SecretFields
            provider={provider}
            secrets={secrets}
            isReplacing={integration.credential.state === 'readable'}
            errorAt={fieldErrors(save.error)}
            onChange={setSecrets}
          />
          <CheckStages provider={provider.name} check={save.data} isRunning={save.isPending} />
        </form>
      </PanelBody>
    </SidePanel>
  )
}

/** Stays open with what the test said when the new credential does not work either. */
function useSave({ id }: Integration, onClose: () => void) {
  const { t } = useTranslation('integrations')
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (secrets: Record<string, string>) => {
      const params = { integration: id }
      await call('integrations.set_credential', { params, body: { secrets } })
      return (await call('integrations.check', { params })).body
    },
    onSuccess: async ({ ok }) => {
      await client.invalidateQueries({ queryKey: ['integrations'] })
      showDone(t('credential.saved'))
      if (ok) onClose()
    },
  })
}
