// The key of a connector, generated on its host: rotate or revoke it.
import { Button } from '@mantine/core'
import { IconKeyOff, IconRefresh } from '@tabler/icons-react'
import type { Connector } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { useLocale } from '#lib/use-locale.ts'
import type { ConnectorActs } from '../use-connector-acts.ts'
import { isEnrolled } from './connector-actions.tsx'
import type { DialogName } from './connector-dialog.tsx'
import classes from './detail.module.css'

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

export function KeyCard({
  connector,
  acts,
  onDialog,
}: {
  connector: Connector
  acts: ConnectorActs
  onDialog: (name: DialogName) => void
}) {
  const { t } = useTranslation('connectors')
  const locale = useLocale()
  const { key_expires_at: expires, rotate_asked: isAsked, resynced_at: resynced } = connector
  const enrolled = isEnrolled(connector)
  return (
    <Card title={t('key.title')}>
      <div className={classes['stack']}>
        <p className={classes['plain']}>
          {enrolled ? t('key.text') : t('key.none')}
          {enrolled && expires !== null && (
            <>
              {' '}
              {t('key.until', {
                date: new Date(expires).toLocaleDateString(locale, { dateStyle: 'medium' }),
              })}
            </>
          )}
        </p>
        {resynced !== null && <Resynced at={resynced} />}
        {isAsked && <p className={classes['plain']}>{t('key.asked')}</p>}
        {enrolled && (
          <div className={classes['row']}>
            <Button
              variant="default"
              leftSection={<IconRefresh {...ICON} />}
              disabled={isAsked}
              loading={acts.rotate.isPending}
              onClick={() => acts.rotate.mutate()}
            >
              {t('acts.rotate')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconKeyOff {...ICON} />}
              onClick={() => onDialog('revoke')}
            >
              {t('acts.revoke')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function Resynced({ at }: { at: string }) {
  const { t } = useTranslation('connectors')
  const locale = useLocale()
  const date = new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return <p className={classes['plain']}>{t('key.resynced', { date })}</p>
}
