// The signing secret: shown once when it is made, replaced without a gap.
import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { Webhook } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import { Card } from '#components/surface/card.tsx'
import { Notice } from '#components/surface/notice.tsx'
import { dropSecret, useSecret } from '#lib/secret-once.ts'
import { describeSpan } from '#lib/span.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import classes from './detail.module.css'

export function SecretCard({ webhook, onRotate }: { webhook: Webhook; onRotate: () => void }) {
  const { t } = useTranslation('webhooks')
  const isLost = webhook.secret_state === 'needs_reentry'
  return (
    <Card title={t('detail.secret')}>
      <div className={classes['stack']}>
        {isLost ? (
          <Notice tone="red" title={t('state.secret')}>
            {t('detail.secretLost')}
          </Notice>
        ) : (
          <span className={classes['quiet']}>{t('detail.secretText')}</span>
        )}
        {webhook.rotation && <Overlap until={webhook.rotation.expires_at} />}
        <div>
          <Button
            variant={isLost ? 'filled' : 'default'}
            leftSection={<IconKey size={16} stroke={1.75} />}
            onClick={onRotate}
          >
            {t('detail.rotate')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function Overlap({ until }: { until: string }) {
  const { t } = useTranslation('webhooks')
  const { t: common } = useTranslation()
  const leftMs = Date.parse(until) - useSeconds()
  if (leftMs <= 0) return null
  return (
    <Notice tone="accent" title={t('detail.rotating', { time: describeSpan(leftMs, common) })}>
      {t('detail.rotatingText')}
    </Notice>
  )
}

/** Shown above everything until the user confirms that the secret is stored. */
export function SecretOnce({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation('webhooks')
  const secret = useSecret(webhookId)
  if (secret === undefined) return null
  return (
    <Notice
      live
      tone="accent"
      title={t('secretOnce.title')}
      actions={
        <Button size="compact-md" variant="default" onClick={() => dropSecret(webhookId)}>
          {t('secretOnce.done')}
        </Button>
      }
    >
      {t('secretOnce.text')}
      <div className={classes['secret']}>
        <code>{secret}</code>
        <CopyIcon text={secret} label={t('secretOnce.copy')} />
      </div>
    </Notice>
  )
}
