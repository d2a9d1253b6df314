// The problem of a connector and what to check, most likely cause first.
import { Button } from '@mantine/core'
import type { Connector } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Notice } from '#components/surface/notice.tsx'
import { displayStateOf } from '#features/connectors/connector-state.tsx'
import type { DialogName } from './connector-dialog.tsx'
import classes from './detail.module.css'

const checks = {
  silent: ['process', 'network', 'proxy', 'doctor'],
  failing: ['reach', 'signIn', 'doctor'],
} as const

export function StateNotice({
  connector,
  onDialog,
}: {
  connector: Connector
  onDialog: (name: DialogName) => void
}) {
  const { t } = useTranslation('connectors')
  const displayState = displayStateOf(connector)
  if (displayState === 'silent' || displayState === 'failing') {
    const failing = connector.databases.find(({ ok }) => !ok)
    return (
      <Notice
        tone={displayState === 'silent' ? 'amber' : 'red'}
        title={t(`notice.${displayState}.title`)}
      >
        {t(`notice.${displayState}.text`, { database: failing?.name ?? '' })}
        <ol className={classes['checks']}>
          {checks[displayState].map((check) => (
            <li key={check}>{t(`check.${check}`)}</li>
          ))}
        </ol>
      </Notice>
    )
  }
  if (displayState === 'frozen' || displayState === 'revoked' || displayState === 'enrolling') {
    const reason = displayState === 'frozen' ? connector.frozen_reason : null
    return (
      <Notice
        tone={displayState === 'frozen' ? 'red' : displayState === 'revoked' ? 'neutral' : 'accent'}
        title={t(`notice.${displayState}.title`)}
        actions={
          <Button size="compact-md" onClick={() => onDialog('token')}>
            {t('acts.token')}
          </Button>
        }
      >
        {reason !== null && `${reason} `}
        {t(`notice.${displayState}.text`)}
      </Notice>
    )
  }
  return null
}
