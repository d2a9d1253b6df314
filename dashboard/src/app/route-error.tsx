// A screen that broke: the shell stays, and there is a way on.
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '#components/page/page.tsx'
import { ErrorState } from '#components/states/error-state.tsx'

export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Page title={t('broken.title')}>
      <ErrorState what={t('broken.what')} error={error} onRetry={retry} />
    </Page>
  )
}
