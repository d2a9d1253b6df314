// The tokens of an agent in two short lines: which one, when it was last used, and when it expires.
import type { AgentToken } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { useNow } from '#lib/use-now.ts'
import classes from './tokens.module.css'

/** From here on a token should be replaced. */
export const SOON_MS = 7 * 24 * 3_600_000

export const expiresSoon = ({ expires_at: until }: AgentToken, nowMs: number): boolean =>
  Date.parse(until) - nowMs < SOON_MS

export function TokenLine({ tokens }: { tokens: readonly AgentToken[] | undefined }) {
  const { t } = useTranslation('agents')
  const nowMs = useNow().getTime()
  if (tokens === undefined) return null
  const [token] = tokens.toSorted((one, other) =>
    (other.last_used_at ?? '').localeCompare(one.last_used_at ?? ''),
  )
  if (token === undefined) {
    return (
      <div className={classes['line']}>
        <span>{t('tokens.title')}</span>
        <b data-tone="amber">{t('tokens.none')}</b>
      </div>
    )
  }
  return (
    <div className={classes['line']}>
      <span data-tone={expiresSoon(token, nowMs) ? 'amber' : undefined}>
        <code>…{token.hint}</code> {t('tokens.expires')} <RelativeTime at={token.expires_at} />
      </span>
      <b>
        {token.last_used_at === null ? (
          t('tokens.neverUsed')
        ) : (
          <>
            {t('tokens.lastUsed')} <RelativeTime at={token.last_used_at} />
          </>
        )}
      </b>
    </div>
  )
}
