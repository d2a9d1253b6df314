// The API keys by fingerprint and last characters. The keys themselves are never shown.
import type { ApiKeyInfo } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import classes from './system.module.css'

export function KeyCard({ keys }: { keys: readonly ApiKeyInfo[] }) {
  const { t } = useTranslation('settings')
  return (
    <Card bleed title={t('system.keys')}>
      <ul className={classes['lines']}>
        {keys.map((key) => (
          <li key={key.fingerprint} className={classes['line']}>
            <span className={classes['first']}>
              <code>…{key.hint}</code>
              <span className={`${classes['quiet']} ${classes['below']}`}>
                {key.fingerprint} · {key.variable ?? key.id}
              </span>
            </span>
            <span className={classes['quiet']}>
              {key.last_used_at === null ? (
                t('system.neverUsed')
              ) : (
                <>
                  {t('system.lastUsed')} <RelativeTime at={key.last_used_at} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
