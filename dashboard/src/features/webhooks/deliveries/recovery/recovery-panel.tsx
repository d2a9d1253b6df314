// Resends the events a webhook missed, after showing how many there are.
import { Button, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Webhook } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Notice } from '#components/surface/notice.tsx'
import { PanelBody, SidePanel } from '#components/surface/side-panel.tsx'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { webhooksQuery } from '#features/webhooks/webhook-queries.ts'
import { targetOf } from '#lib/target.ts'
import classes from './recovery.module.css'
import { agoIso, SINCE_OPTIONS, type SinceOption, toLocalInput } from './since.ts'

type Only = 'failed' | 'missing'
type Wanted = { since: string; only: Only }

export function RecoveryPanel({
  webhookId,
  onClose,
}: {
  webhookId: string | undefined
  onClose: () => void
}) {
  const { t } = useTranslation('deliveries')
  const { t: common } = useTranslation()
  const webhooks = useQuery(webhooksQuery).data ?? []
  const [chosen, setChosen] = useState<string | null>(webhookId ?? null)
  const webhook = webhooks.find(({ id }) => id === (chosen ?? webhooks[0]?.id))
  const [wanted, setWanted] = useState<Wanted>(() => ({ since: agoIso('day'), only: 'failed' }))
  const count = useCount(webhook, wanted)
  const send = useSend(webhook, wanted, onClose)
  const found = count.data?.count ?? 0
  return (
    <SidePanel
      width={480}
      title={t('recovery.title')}
      onClose={onClose}
      foot={
        <div className={classes['foot']}>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button disabled={found === 0} loading={send.isPending} onClick={() => send.mutate()}>
            {found === 0 ? t('recovery.sendNone') : t('recovery.send', { count: found })}
          </Button>
        </div>
      }
    >
      <PanelBody>
        <Stack gap={20}>
          <p className={classes['intro']}>{t('recovery.intro')}</p>
          <Select
            label={t('recovery.webhook')}
            data-autofocus
            allowDeselect={false}
            data={webhooks.map(({ id, url }) => ({ value: id, label: targetOf(url) }))}
            value={webhook?.id ?? null}
            onChange={setChosen}
          />
          <WantedFields wanted={wanted} onChange={setWanted} />
          <CountNotice webhook={webhook} count={count} />
        </Stack>
      </PanelBody>
    </SidePanel>
  )
}

function WantedFields({
  wanted,
  onChange,
}: {
  wanted: Wanted
  onChange: (wanted: Wanted) => void
}) {
  const { t } = useTranslation('deliveries')
  const [option, setOption] = useState<SinceOption>('day')
  return (
    <>
      <div className={classes['since']}>
        <Select
          label={t('recovery.since')}
          allowDeselect={false}
          data={SINCE_OPTIONS.map((value) => ({
            value,
            label: t(`recovery.sinceOptions.${value}`),
          }))}
          value={option}
          onChange={(value) => {
            const next = SINCE_OPTIONS.find((one) => one === value) ?? 'day'
            setOption(next)
            if (next !== 'own') onChange({ ...wanted, since: agoIso(next) })
          }}
        />
        {option === 'own' && (
          <TextInput
            label={t('recovery.ownSince')}
            type="datetime-local"
            value={toLocalInput(wanted.since)}
            onChange={({ currentTarget: { value } }) => {
              if (value !== '') onChange({ ...wanted, since: new Date(value).toISOString() })
            }}
          />
        )}
      </div>
      <Radio.Group
        label={t('recovery.only')}
        value={wanted.only}
        onChange={(only) =>
          onChange({ ...wanted, only: only === 'missing' ? 'missing' : 'failed' })
        }
      >
        <Stack gap={8} mt={4}>
          <Radio
            value="failed"
            label={t('recovery.failed')}
            description={t('recovery.failedHint')}
          />
          <Radio
            value="missing"
            label={t('recovery.missing')}
            description={t('recovery.missingHint')}
          />
        </Stack>
      </Radio.Group>
    </>
  )
}

function CountNotice({
  webhook,
  count,
}: {
  webhook: Webhook | undefined
  count: ReturnType<typeof useCount>
}) {
  const { t } = useTranslation('deliveries')
  if (webhook?.enabled === false) return <Notice tone="amber" title={t('recovery.disabled')} />
  if (count.error) {
    const detail = count.error.message
    return <Notice live tone="red" title={t('recovery.failedToCount', { detail })} />
  }
  if (!count.data) return <Notice live tone="neutral" title={t('recovery.counting')} />
  const { count: found, has_more: hasMore } = count.data
  if (found === 0) return <Notice live tone="neutral" title={t('recovery.none')} />
  return (
    <Notice live tone="accent" title={t('recovery.count', { count: found })}>
      {hasMore ? t('recovery.more') : undefined}
    </Notice>
  )
}

function useCount(webhook: Webhook | undefined, wanted: Wanted) {
  return useQuery({
    queryKey: ['deliveries', 'recovery', webhook?.id, wanted],
    enabled: webhook?.enabled === true,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await call('webhooks.recover', {
          params: { webhook: webhook?.id ?? '' },
          body: { ...wanted, dry_run: true },
          signal,
        })
      ).body,
  })
}

function useSend(webhook: Webhook | undefined, wanted: Wanted, onClose: () => void) {
  const { t } = useTranslation('deliveries')
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () =>
      (
        await call('webhooks.recover', {
          params: { webhook: webhook?.id ?? '' },
          body: wanted,
          idempotencyKey: crypto.randomUUID(),
        })
      ).body,
    onSuccess: async ({ count }) => {
      showDone(t('recovery.done', { count }))
      onClose()
      await client.invalidateQueries({ queryKey: ['deliveries'] })
      await client.invalidateQueries({ queryKey: ['webhooks', 'health'] })
    },
    onError: ({ message }) => showFailure(t('recovery.failedToSend', { detail: message })),
  })
}
