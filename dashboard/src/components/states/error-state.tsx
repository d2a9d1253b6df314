// Something did not load: what failed, what is safe, and how to continue. Never an empty page.
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCopy, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Problem } from '#api/problem.ts'
import classes from './state.module.css'

export function ErrorState({
  what,
  error,
  onRetry,
}: {
  /** The thing that did not load, as a plural or a name: "Deliveries". */
  what: string
  error: unknown
  onRetry?: (() => void) | undefined
}) {
  const { t, i18n } = useTranslation()
  const problem = error instanceof Problem ? error : undefined
  const offline = problem?.code === 'offline'
  const detail = error instanceof Error ? error.message : String(error)
  const time = problem?.at.toLocaleTimeString(i18n.language)
  const details = [problem?.requestId, time].filter(Boolean).join(' · ')
  return (
    <section className={classes['state']} role="alert">
      <span className={classes['tile']} data-bad>
        <IconAlertTriangle size={24} stroke={1.75} aria-hidden="true" />
      </span>
      <h2 className={classes['title']}>
        {offline ? t('offlineTitle') : t('failedTitle', { what })}
      </h2>
      <p className={classes['text']}>{offline ? t('offlineDetail') : detail}</p>
      <div className={classes['actions']}>
        {onRetry && (
          <Button leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.75} />}
          onClick={() => {
            void navigator.clipboard.writeText(
              `${problem?.code ?? 'error'}: ${detail} (${details})`,
            )
          }}
        >
          {t('copyDetails')}
        </Button>
      </div>
      <code className={classes['meta']}>{details}</code>
    </section>
  )
}
