// What must be known on every screen, above it: no connection, or a password that somebody else knows.
import { Button } from '@mantine/core'
import { IconKey, IconPlugConnectedX } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../live/clock.ts'
import { reasonOf } from '../../live/feed-state.ts'
import { retryNow, useLive } from '../../live/live.ts'
import { useLocale } from '../../parts/use-locale.ts'
import { useMe } from '../me.ts'
import classes from './banners.module.css'

export function Banners() {
  return (
    <>
      <OfflineBanner />
      <PasswordBanner />
    </>
  )
}

function Banner({
  kind,
  icon,
  children,
  action,
}: {
  kind: 'bad' | 'notice'
  icon: ReactNode
  children: ReactNode
  action: ReactNode
}) {
  return (
    <section className={classes['banner']} data-kind={kind} role="status">
      {icon}
      <p>{children}</p>
      {action}
    </section>
  )
}

function OfflineBanner() {
  const { t } = useTranslation('shell')
  const locale = useLocale()
  const live = useLive()
  if (live.state !== 'offline') return null
  const isSignedOut = reasonOf(live) === 'signed_out'
  return (
    <Banner
      kind="bad"
      icon={<IconPlugConnectedX size={16} stroke={1.75} aria-hidden="true" />}
      action={
        <Button
          size="compact-sm"
          variant="default"
          onClick={isSignedOut ? () => window.location.reload() : retryNow}
        >
          {isSignedOut ? t('live.signIn') : t('live.retry')}
        </Button>
      }
    >
      <strong>{t(`live.reasons.${live.reason}`)}</strong>{' '}
      {t('live.stale', { time: clock(live.since, locale) })}
    </Banner>
  )
}

function PasswordBanner() {
  const { t } = useTranslation('shell')
  const mustChange = useMe()?.user.must_change_password ?? false
  const isThere = useLocation({ select: ({ pathname }) => pathname === '/settings/users' })
  if (!mustChange || isThere) return null
  return (
    <Banner
      kind="notice"
      icon={<IconKey size={16} stroke={1.75} aria-hidden="true" />}
      action={
        <Button
          size="compact-sm"
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/settings/$section" params={{ section: 'users' }} />
          )}
        >
          {t('password.change')}
        </Button>
      }
    >
      <strong>{t('password.title')}</strong> {t('password.why')}
    </Banner>
  )
}
