// Parts that could not be fetched: one message for all of them, and another attempt for all of them, on request or when the
// network is back.
import i18next from 'i18next'
import { Problem } from '#api/problem.ts'
import { showFailure, showReload } from '../toasts/toasts.tsx'

const waiting = new Set<() => void>()

function retryAll(): void {
  const retries = [...waiting]
  waiting.clear()
  for (const retry of retries) retry()
}

window.addEventListener('online', retryAll)

export function reportPartFailure(error: unknown, retry: () => void): void {
  const code = error instanceof Problem ? error.code : undefined
  if (code === 'offline') {
    waiting.add(retry)
    showFailure(i18next.t('partFailed'), retryAll, 'part-failed')
  } else if (code === 'new_version') showReload('new-version', i18next.t('newVersion.title'))
  // The server responds. Some browsers do not fetch a script again that failed before.
  else showReload('part-failed', i18next.t('partFailed'))
}
