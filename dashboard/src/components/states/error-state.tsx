// Something did not load: what failed, what is safe, and how to continue. Never an empty page.
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCopy, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isMissing, Problem } from '#api/problem.ts'
import { useLocale } from '#lib/use-locale.ts'
import { type Back, MissingState } from './missing-state.tsx'
import classes from './state.module.css'

type Texts = { title: string; text: string }

/** Problems that are not about what was asked for. */
function useOwnTexts(problem: Problem | undefined): Texts | undefined {
  const { t } = useTranslation()
  if (problem?.code === 'offline') return { title: t('offlineTitle'), text: t('offlineDetail') }
  if (problem?.code !== 'new_version') return undefined
  return { title: t('newVersion.title'), text: t('newVersion.text') }
}

export function ErrorState({
  what,
  error,
  back,
  onRetry,
}: {
  /** The thing that did not load, as a plural or a name: "Deliveries". */
  what: string
  error: unknown
  /** Where to look if it does not exist. */
  back?: Back | undefined
  onRetry?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const locale = useLocale()
  const problem = error instanceof Problem ? error : undefined
  const detail = error instanceof Error ? error.message : String(error)
  const { title, text } = useOwnTexts(problem) ?? {
    title: t('failedTitle', { what }),
    text: detail,
  }
  if (isMissing(error)) return <MissingState what={what} back={back} />
  const isReplaced = problem?.code === 'new_version'
  const time = problem?.at.toLocaleTimeString(locale)
  const details = [problem?.requestId, time].filter(Boolean).join(' · ')
  return (
    <section className={classes['state']} role="alert">
      <span className={classes['tile']} data-bad={!isReplaced || undefined}>
        {isReplaced ? (
          <IconRefresh size={24} stroke={1.75} aria-hidden="true" />
        ) : (
          <IconAlertTriangle size={24} stroke={1.75} aria-hidden="true" />
        )}
      </span>
      <h2 className={classes['title']}>{title}</h2>
      <p className={classes['text']}>{text}</p>
      <div className={classes['actions']}>
        {isReplaced ? (
          <RetryButton label={t('reload')} onClick={() => window.location.reload()} />
        ) : (
          onRetry && <RetryButton label={t('tryAgain')} onClick={onRetry} />
        )}
        {!isReplaced && (
          <CopyDetails text={`${problem?.code ?? 'error'}: ${detail} (${details})`} />
        )}
      </div>
      <code className={classes['meta']}>{details}</code>
    </section>
  )
}

function RetryButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={onClick}>
      {label}
    </Button>
  )
}

function CopyDetails({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={16} stroke={1.75} />}
      onClick={() => void navigator.clipboard.writeText(text)}
    >
      {t('copyDetails')}
    </Button>
  )
}
