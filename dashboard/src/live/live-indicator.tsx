// Whether what is on the screen is fresh: a dot and a word, and on request why, since when and what it means.
import { Button, Popover, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FeedState, reasonOf } from './feed-state.ts'
import { retryNow, useLive } from './live.ts'
import classes from './live-indicator.module.css'

export function LiveIndicator({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation('shell')
  const live = useLive()
  const [opened, setOpened] = useState(false)
  const word = t(`live.states.${live.state}`)
  return (
    <Popover opened={opened} onChange={setOpened} position="top-start" width={300} shadow="md">
      <Popover.Target>
        <UnstyledButton
          className={classes['button']}
          data-compact={compact || undefined}
          aria-label={t('live.open', { word })}
          title={compact ? word : undefined}
          onClick={() => setOpened(!opened)}
          onKeyDown={({ key }) => key === 'Escape' && setOpened(false)}
        >
          <span className={classes['dot']} data-state={live.state} aria-hidden="true" />
          <span className={classes['word']}>{word}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes['dropdown'] ?? ''}>
        <LiveReport live={live} />
      </Popover.Dropdown>
    </Popover>
  )
}

export function clock(at: Date, language: string): string {
  return at.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' })
}

export function LiveReport({ live }: { live: FeedState }) {
  const { t, i18n } = useTranslation('shell')
  const reason = reasonOf(live)
  const isSignedOut = reason === 'signed_out'
  return (
    <div className={classes['report']}>
      <strong>{t(`live.titles.${live.state}`)}</strong>
      {reason && <p>{t(`live.reasons.${reason}`)}</p>}
      <p>{t(`live.meanings.${live.state}`)}</p>
      <p className={classes['since']}>
        {t('live.since', { time: clock(live.since, i18n.language) })}
      </p>
      {(live.state === 'polling' || live.state === 'offline') && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={isSignedOut ? () => window.location.reload() : retryNow}
        >
          {isSignedOut ? t('live.signIn') : t('live.retry')}
        </Button>
      )}
    </div>
  )
}
