// The settings of an integration: connection, sync interval, credential, policy for agents and inbound webhook.
import { Button, NumberInput, Select, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Integration } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import { fieldErrors, formError } from '#components/fields/field-errors.ts'
import { Card } from '#components/surface/card.tsx'
import { Notice } from '#components/surface/notice.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { showFailure } from '#components/toasts/toasts.tsx'
import { CheckStages } from '../connect/check-stages.tsx'
import { ConfigFields } from '../connect/connection-fields.tsx'
import { CONNECTION_FIELDS, configOf } from '../connect/draft.ts'
import type { Opened } from '../opened.ts'
import type { IntegrationActs } from '../use-integration-acts.ts'
import { AgentWritesCard } from './agent-writes-card.tsx'
import classes from './detail.module.css'
import { useSave } from './use-save.ts'

const SETTINGS_FIELDS = [...CONNECTION_FIELDS, '/poll_seconds', '/outgoing_queue'] as const

export function SettingsTab({
  opened,
  acts,
  onCredential,
}: {
  opened: Opened
  acts: IntegrationActs
  onCredential: () => void
}) {
  const { integration, providerName } = opened
  return (
    <>
      <div className={classes['column']}>
        <ConnectionCard opened={opened} />
        <CheckStages
          provider={providerName}
          check={acts.check.data}
          isRunning={acts.check.isPending}
        />
      </div>
      <div className={classes['column']}>
        <CredentialCard integration={integration} onCredential={onCredential} />
        <AgentWritesCard opened={opened} />
        <WebhookCard opened={opened} />
      </div>
    </>
  )
}

function ConnectionCard({ opened }: { opened: Opened }) {
  const { t } = useTranslation('integrations')
  const { integration, etag, provider, providerName } = opened
  const [name, setName] = useState(integration.name)
  const [config, setConfig] = useState(integration.config)
  const [poll, setPoll] = useState(integration.poll_seconds)
  const [outgoing, setOutgoing] = useState(integration.outgoing_queue)
  const save = useSave(integration.id, etag, t('settings.saved'))
  const submit = () =>
    save.mutate({
      name,
      ...(provider && { config: configOf(provider, config) }),
      poll_seconds: poll,
      outgoing_queue: outgoing,
    })
  const errorAt = fieldErrors(save.error)
  return (
    <Card title={t('settings.connection')}>
      <div className={classes['stack']}>
        {save.error && <Notice live tone="red" title={formError(save.error, SETTINGS_FIELDS)} />}
        <TextInput
          label={t('connect.name')}
          value={name}
          error={errorAt('/name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {provider && (
          <ConfigFields
            provider={provider}
            config={config}
            errorAt={errorAt}
            onChange={setConfig}
          />
        )}
        <p className={classes['small']}>{t('settings.hostsChange')}</p>
        <NumberInput
          hideControls
          label={t('settings.poll')}
          min={5}
          max={86_400}
          value={poll}
          error={errorAt('/poll_seconds')}
          onChange={(value) => setPoll(Number(value))}
        />
        <OutgoingField
          provider={providerName}
          value={outgoing}
          error={errorAt('/outgoing_queue')}
          onChange={setOutgoing}
        />
        <div>
          <Button loading={save.isPending} onClick={submit}>
            {t('settings.save')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function OutgoingField({
  provider,
  value,
  error,
  onChange,
}: {
  provider: string
  value: string | null
  error: string | undefined
  onChange: (value: string | null) => void
}) {
  const { t } = useTranslation('integrations')
  const kind = value === null ? 'none' : value === '*' ? 'all' : 'queue'
  return (
    <>
      <Select
        label={t('settings.outgoing')}
        description={t('settings.outgoingHint', { provider })}
        allowDeselect={false}
        data={[
          { value: 'none', label: t('settings.outgoingNone') },
          { value: 'queue', label: t('settings.outgoingQueue') },
          { value: 'all', label: t('settings.outgoingAll') },
        ]}
        value={kind}
        onChange={(chosen) =>
          onChange(chosen === 'all' ? '*' : chosen === 'queue' ? 'default' : null)
        }
      />
      {kind === 'queue' && (
        <TextInput
          label={t('mapping.queue')}
          value={value ?? ''}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  )
}

function CredentialCard({
  integration: { credential, hosts },
  onCredential,
}: {
  integration: Integration
  onCredential: () => void
}) {
  const { t } = useTranslation('integrations')
  return (
    <Card title={t('settings.credential')}>
      <div className={classes['stack']}>
        <span className={classes['quiet']}>
          {credential.names.length === 0
            ? t('settings.credentialNone')
            : t('settings.credentialNames', { names: credential.names.join(', ') })}
          {credential.entered_at !== null && (
            <>
              . {t('settings.credentialAt')}
              <RelativeTime at={credential.entered_at} />.
            </>
          )}
        </span>
        <span className={classes['small']}>{t('settings.sent', { hosts: hosts.join(', ') })}</span>
        <div>
          <Button
            variant={credential.state === 'readable' ? 'default' : 'filled'}
            onClick={onCredential}
          >
            {credential.state === 'readable' ? t('settings.replace') : t('problem.enter')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function WebhookCard({ opened }: { opened: Opened }) {
  const { t } = useTranslation('integrations')
  const client = useQueryClient()
  const { integration, provider, providerName } = opened
  const params = { integration: integration.id }
  const register = useMutation({
    mutationFn: (on: boolean): Promise<unknown> =>
      on
        ? call('integrations.register_webhook', { params })
        : call('integrations.unregister_webhook', { params }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['integrations'] }),
    onError: ({ message }) => showFailure(message),
  })
  const kind = provider?.capabilities.webhooks
  if (kind === undefined || kind === 'none') return null
  const { url, registered } = integration.webhook
  return (
    <Card title={t('settings.webhook')}>
      <div className={classes['stack']}>
        <span className={classes['quiet']}>{t('settings.webhookText')}</span>
        <div className={classes['address']}>
          <code>{url}</code>
          <CopyIcon text={url} label={t('settings.webhookUrl')} />
        </div>
        {kind === 'automatic' && (
          <div>
            <Button
              variant="default"
              loading={register.isPending}
              onClick={() => register.mutate(!registered)}
            >
              {registered
                ? t('settings.unregister')
                : t('settings.register', { provider: providerName })}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
