// What can be done about a connection that is not there: try again, or sign in again.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '#live/feed-state.ts'
import { retryNow, useLive } from '#live/live.ts'

export function LiveRemedy() {
  const { t } = useTranslation('shell')
  const isSignedOut = reasonOf(useLive()) === 'signed_out'
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={isSignedOut ? () => window.location.reload() : retryNow}
    >
      {isSignedOut ? t('live.signIn') : t('live.retry')}
    </Button>
  )
}
