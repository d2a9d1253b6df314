// Resends the events a webhook missed, after showing how many there are.
import { Button, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RecoveryResult, Webhook } from '@task-service/contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Notice } from '#components/surface/notice.tsx'
import { PanelBody, SidePanel } from '#components/surface/side-panel.tsx'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { webhooksQuery } from '#features/webhooks/webhook-queries.ts'
import { targetOf } from '#lib/target.ts'
import { countQuery, type Only, type Wanted } from './count-query.ts'
import classes from './recovery.module.css'
import { agoIso, SINCE_OPTIONS, type SinceOption, sinceOf, toLocalInput } from './since.ts'

type Choice = {
  /** Undefined: since the webhook fails, or for a day. */
  since: SinceOption | undefined
  own: string | undefined
  only: Only
}

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
  const webhook = webhooks.find(({ id }) => id === chosen) ?? chooseFirst(webhooks)
  const [choice, setChoice] = useState<Choice>({
    since: undefined,
    own: undefined,
    only: 'failed',
  })
  const wanted = useWanted(choice, webhook)
  const count = useQuery(countQuery(webhook, wanted))
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
          <ChoiceFields webhook={webhook} choice={choice} wanted={wanted} onChange={setChoice} />
          <CountNotice webhook={webhook} count={count} />
        </Stack>
      </PanelBody>
    </SidePanel>
  )
}

const isFailing = ({ enabled, failing_since: since }: Webhook) => enabled && since !== null

/** The one that has missed something. */
const chooseFirst = (webhooks: readonly Webhook[]): Webhook | undefined =>
  webhooks.find(isFailing) ?? webhooks[0]

function optionOf(choice: Choice, webhook: Webhook | undefined): SinceOption {
  const { since } = choice
  if (since !== undefined && (since !== 'failing' || webhook?.failing_since)) return since
  return webhook?.failing_since ? 'failing' : 'day'
}

/** Stays the same while the panel is open, as the question that was counted. */
function useWanted({ since, own, only }: Choice, webhook: Webhook | undefined): Wanted {
  const option = optionOf({ since, own, only }, webhook)
  const failingSince = webhook?.failing_since ?? null
  return useMemo(() => {
    const start =
      option === 'own'
        ? (own ?? agoIso('day'))
        : option === 'failing'
          ? sinceOf({ failing_since: failingSince })
          : agoIso(option)
    return { since: start, only }
  }, [option, own, only, failingSince])
}

function ChoiceFields({
  webhook,
  choice,
  wanted,
  onChange,
}: {
  webhook: Webhook | undefined
  choice: Choice
  wanted: Wanted
  onChange: (choice: Choice) => void
}) {
  const { t } = useTranslation('deliveries')
  const option = optionOf(choice, webhook)
  const options = SINCE_OPTIONS.filter((one) => one !== 'failing' || webhook?.failing_since)
  return (
    <>
      <div className={classes['since']}>
        <Select
          label={t('recovery.since')}
          allowDeselect={false}
          data={options.map((value) => ({ value, label: t(`recovery.sinceOptions.${value}`) }))}
          value={option}
          onChange={(value) => {
            const since = options.find((one) => one === value)
            onChange({ ...choice, since, own: since === 'own' ? wanted.since : undefined })
          }}
        />
        {option === 'own' && (
          <TextInput
            label={t('recovery.ownSince')}
            type="datetime-local"
            value={toLocalInput(wanted.since)}
            onChange={({ currentTarget: { value } }) => {
              if (value !== '') onChange({ ...choice, own: new Date(value).toISOString() })
            }}
          />
        )}
      </div>
      <OnlyField only={choice.only} onChange={(only) => onChange({ ...choice, only })} />
    </>
  )
}

function OnlyField({ only, onChange }: { only: Only; onChange: (only: Only) => void }) {
  const { t } = useTranslation('deliveries')
  return (
    <Radio.Group
      label={t('recovery.only')}
      value={only}
      onChange={(value) => onChange(value === 'missing' ? 'missing' : 'failed')}
    >
      <Stack gap={8} mt={4}>
        <Radio value="failed" label={t('recovery.failed')} description={t('recovery.failedHint')} />
        <Radio
          value="missing"
          label={t('recovery.missing')}
          description={t('recovery.missingHint')}
        />
      </Stack>
    </Radio.Group>
  )
}

function CountNotice({
  webhook,
  count,
}: {
  webhook: Webhook | undefined
  count: { data: RecoveryResult | undefined; error: Error | null }
}) {
  const { t } = useTranslation('deliveries')
  if (webhook?.enabled === false) return <Notice tone="amber" title={t('recovery.disabled')} />
  if (count.error) {
    const detail = count.error.message
    return <Notice live tone="red" title={t('recovery.failedToCount', { detail })} />
  }
  if (!count.data) return <Notice live tone="neutral" title={t('recovery.counting')} />
  const { count: found, has_more: hasMore } = count.data
  if (found === 0) {
    return (
      <Notice live tone="neutral" title={t('recovery.none')}>
        {webhook && isFailing(webhook) ? t('recovery.pending') : undefined}
      </Notice>
    )
  }
  return (
    <Notice live tone="accent" title={t('recovery.count', { count: found })}>
      {hasMore ? t('recovery.more') : undefined}
    </Notice>
  )
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
