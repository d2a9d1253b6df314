// The token, shown once: the command, its expiry, and whether the connector has connected.
import { Button, Loader } from '@mantine/core'
import { IconCircleCheck, IconClockX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Connector } from '@task-service/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { connectorQuery } from '#features/connectors/connector-queries.ts'
import { dropSecret, useSecret } from '#lib/secret-once.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import { clockOf } from '../facts-in-words.tsx'
import classes from './add.module.css'
import { CommandBlock } from './command-block.tsx'

export function TokenStep({ connectorId, onClose }: { connectorId: string; onClose: () => void }) {
  const { t } = useTranslation('connectors')
  const locale = useLocale()
  const token = useSecret(connectorId)
  const connector = useQuery(connectorQuery(connectorId)).data?.connector
  const until = connector?.enrolment_expires_at ?? null
  const isUsed =
    connector !== undefined && until === null && !['revoked', 'frozen'].includes(connector.state)
  useEffect(() => {
    if (isUsed) dropSecret(connectorId)
  }, [isUsed, connectorId])
  return (
    <>
      {!isUsed && (
        <>
          <p className={classes['text']}>{t('token.text')}</p>
          <CommandBlock token={token}>
            {t('add.outbound')}{' '}
            {until !== null && t('add.onceUntil', { time: clockOf(until, locale) })}
          </CommandBlock>
        </>
      )}
      <Arrival connector={connector} isUsed={isUsed} />
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose}>
          {isUsed ? t('token.close') : t('token.stored')}
        </Button>
        {isUsed && (
          <Button
            renderRoot={(props) => (
              <Link {...props} to="/connectors/$connector" params={{ connector: connectorId }} />
            )}
          >
            {t('token.open')}
          </Button>
        )}
      </div>
    </>
  )
}

function Arrival({ connector, isUsed }: { connector: Connector | undefined; isUsed: boolean }) {
  const { t } = useTranslation('connectors')
  const nowMs = useSeconds()
  if (!connector) return null
  const { name, enrolment_expires_at: until, facts } = connector
  if (isUsed) {
    return (
      <p className={classes['arrival']} data-tone="green" role="status">
        <IconCircleCheck size={18} stroke={1.75} aria-hidden="true" />
        {t('token.connected', { name, host: facts?.host ?? '' })}
      </p>
    )
  }
  if (until !== null && Date.parse(until) <= nowMs) {
    return (
      <p className={classes['arrival']} data-tone="amber" role="status">
        <IconClockX size={18} stroke={1.75} aria-hidden="true" />
        {t('token.expired')}
      </p>
    )
  }
  return (
    <p className={classes['arrival']} role="status">
      <Loader size={14} aria-hidden="true" />
      {t('token.waiting', { name })}
    </p>
  )
}
