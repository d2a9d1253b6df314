// Items that failed to import: which, why, and a button to retry.
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { SyncFailure } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { safeLink } from '#components/markdown/safe-link.ts'
import { Card } from '#components/surface/card.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import classes from './detail.module.css'

export function FailureList({
  failures,
  isRetrying,
  onRetry,
}: {
  failures: readonly SyncFailure[]
  isRetrying: boolean
  onRetry: () => void
}) {
  const { t } = useTranslation('integrations')
  return (
    <Card
      title={t('failures.title')}
      action={
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconRefresh size={14} stroke={1.75} />}
          loading={isRetrying}
          onClick={onRetry}
        >
          {t('failures.retry')}
        </Button>
      }
    >
      <p className={classes['text']}>{t('failures.text')}</p>
      <ul className={classes['items']}>
        {failures.map((failure) => (
          <FailedItem key={failure.external_id} failure={failure} />
        ))}
      </ul>
    </Card>
  )
}

function FailedItem({ failure }: { failure: SyncFailure }) {
  const { t } = useTranslation('integrations')
  const address = safeLink(failure.url ?? '')
  const name = failure.title ?? failure.external_id
  return (
    <li>
      <b>
        {address === '' ? (
          name
        ) : (
          <a href={address} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        )}
      </b>
      <span>{failure.error.vendor_text ?? failure.error.message}</span>
      {failure.error.fix && <span>{failure.error.fix}</span>}
      <small>
        {t('failures.attempts', { count: failure.tries })}, <RelativeTime at={failure.last_at} />
      </small>
    </li>
  )
}
