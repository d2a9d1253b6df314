// A screen that broke or could not be fetched: the shell stays, and there is a way on.
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '#components/page/page.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { forgetFailedScreens } from './lazy-screen.tsx'

export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const retry = useCallback(() => {
    forgetFailedScreens()
    reset()
    void router.invalidate()
  }, [reset, router])
  useEffect(() => {
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [retry])
  return (
    <Page title={t('broken.title')}>
      <ErrorState what={t('broken.what')} error={error} onRetry={retry} />
    </Page>
  )
}
