// The tokens of an agent: at most two, so that the old one works until the new one is in use.
import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Agent, AgentToken } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import { tokensQuery } from '../agent-queries.ts'
import { RevokeDialog } from './revoke-dialog.tsx'
import { expiresSoon } from './token-line.tsx'
import classes from './tokens.module.css'

const TOKENS_MAX = 2

export function TokenCard({ agent, onCreate }: { agent: Agent; onCreate: () => void }) {
  const { t } = useTranslation('agents')
  const [revoked, setRevoked] = useState<AgentToken>()
  const found = useQuery(tokensQuery(agent.name))
  const tokens = found.data ?? []
  const isFull = tokens.length >= TOKENS_MAX
  return (
    <Card title={t('tokens.title')}>
      <div className={classes['stack']}>
        {found.isError && <p className={classes['text']}>{found.error.message}</p>}
        {found.data?.length === 0 && <p className={classes['text']}>{t('tokens.noneText')}</p>}
        {tokens.length > 0 && (
          <ul className={classes['list']}>
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} onRevoke={() => setRevoked(token)} />
            ))}
          </ul>
        )}
        {isFull && <p className={classes['text']}>{t('tokens.full')}</p>}
        {found.data && !isFull && (
          <div>
            <Button
              variant={tokens.length === 0 ? 'filled' : 'default'}
              leftSection={<IconKey size={16} stroke={1.75} aria-hidden="true" />}
              onClick={onCreate}
            >
              {t('tokens.create')}
            </Button>
          </div>
        )}
      </div>
      {revoked && (
        <RevokeDialog agent={agent} token={revoked} onClose={() => setRevoked(undefined)} />
      )}
    </Card>
  )
}

function TokenRow({ token, onRevoke }: { token: AgentToken; onRevoke: () => void }) {
  const { t } = useTranslation('agents')
  const locale = useLocale()
  const nowMs = useNow().getTime()
  const { hint, expires_at: until, last_used_at: used } = token
  const date = new Date(until).toLocaleDateString(locale, { dateStyle: 'medium' })
  return (
    <li>
      <span>
        <code>agt_…{hint}</code>
        <span className={classes['meta']}>
          {used === null ? (
            t('tokens.neverUsed')
          ) : (
            <>
              {t('tokens.lastUsed')} <RelativeTime at={used} />
            </>
          )}
        </span>
        <span
          className={classes['meta']}
          data-tone={expiresSoon(token, nowMs) ? 'amber' : undefined}
        >
          {t('tokens.expiresOn', { date })}
        </span>
      </span>
      <Button
        size="compact-md"
        variant="default"
        aria-label={t('tokens.revokeOf', { hint })}
        onClick={onRevoke}
      >
        {t('tokens.revoke')}
      </Button>
    </li>
  )
}
