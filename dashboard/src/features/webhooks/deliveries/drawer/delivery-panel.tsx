// One delivery beside the log: why it did not arrive and what to do, then the facts, the attempts and the bytes.
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { DeliveryWithAttempts } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { PanelBody, SidePanel } from '#components/surface/side-panel.tsx'
import { KeyHint } from '#components/text/key-hint.tsx'
import { webhooksQuery } from '#features/webhooks/webhook-queries.ts'
import { deliveryQuery } from '../delivery-queries.ts'
import type { DeliveryActs } from '../use-delivery-keys.ts'
import { Attempts } from './attempts.tsx'
import { Cause } from './cause.tsx'
import { CopyCurl } from './copy-curl.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import classes from './drawer.module.css'
import { Exchange } from './exchange.tsx'

type Props = {
  id: string
  urls: ReadonlyMap<string, string>
  act: DeliveryActs
  onClose: () => void
}

export function DeliveryPanel({ id, urls, act, onClose }: Props) {
  const { t } = useTranslation('deliveries')
  const one = useQuery(deliveryQuery(id))
  return (
    <SidePanel
      width={560}
      takesFocus={false}
      title={t('delivery')}
      meta={
        <>
          <code className={classes['id']}>dlv_…{id.slice(-6)}</code>
          <CopyIcon text={id} label={t('copyId')} />
        </>
      }
      tools={<Neighbors act={act} />}
      foot={<Hints hasTask={(one.data?.task_number ?? null) !== null} />}
      onClose={onClose}
    >
      <PanelBody>
        {one.isError && (
          <ErrorState what={t('delivery')} error={one.error} onRetry={() => void one.refetch()} />
        )}
        {one.isPending && <RowSkeleton rows={6} height={38} />}
        {one.data && <Loaded delivery={one.data} url={urls.get(one.data.webhook_id)} act={act} />}
      </PanelBody>
    </SidePanel>
  )
}

function Loaded({
  delivery,
  url,
  act,
}: {
  delivery: DeliveryWithAttempts
  url: string | undefined
  act: DeliveryActs
}) {
  const { t } = useTranslation('deliveries')
  const [chosen, setChosen] = useState<number>()
  const webhook = useQuery(webhooksQuery).data?.find(({ id }) => id === delivery.webhook_id)
  const attempt =
    delivery.attempts.find(({ number }) => number === chosen) ?? delivery.attempts.at(-1)
  const resend = () => act.resend(delivery.id)
  return (
    <div className={classes['stack']}>
      <Cause delivery={delivery} url={url} isResending={act.isResending} onResend={resend} />
      <DeliveryFacts delivery={delivery} url={url} />
      <div className={classes['buttons']}>
        {delivery.error === null && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden="true" />}
            rightSection={<KeyHint keys="r" />}
            loading={act.isResending}
            onClick={resend}
          >
            {t('resend')}
          </Button>
        )}
        {url !== undefined && delivery.event && (
          <CopyCurl url={url} event={delivery.event} at={attempt?.at} />
        )}
      </div>
      <Attempts delivery={delivery} shown={attempt?.number} onShow={setChosen} />
      <Exchange key={attempt?.number} delivery={delivery} attempt={attempt} webhook={webhook} />
    </div>
  )
}

function Neighbors({ act }: { act: DeliveryActs }) {
  const { t } = useTranslation('deliveries')
  return (
    <>
      <Tooltip label={t('previous')}>
        <ActionIcon
          aria-label={t('previous')}
          disabled={!act.previous}
          onClick={() => act.previous?.()}
        >
          <IconChevronUp size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('next')}>
        <ActionIcon aria-label={t('next')} disabled={!act.next} onClick={() => act.next?.()}>
          <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </>
  )
}

function Hints({ hasTask }: { hasTask: boolean }) {
  const { t } = useTranslation('deliveries')
  return (
    <>
      <span className={classes['hint']}>
        <KeyHint keys="j k" /> {t('hints.move')}
      </span>
      <span className={classes['hint']}>
        <KeyHint keys="r" /> {t('hints.resend')}
      </span>
      {hasTask && (
        <span className={classes['hint']}>
          <KeyHint keys="t" /> {t('hints.task')}
        </span>
      )}
      <span className={classes['hint']}>
        <KeyHint keys="escape" /> {t('hints.close')}
      </span>
    </>
  )
}
