// What is in the way of a connector, what is safe meanwhile, and what to do about it, in the order that finds it soonest.
import { Button } from '@mantine/core'
import type { Connector } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { standingOf } from '../../../parts/connectors/connector-state.tsx'
import { Notice } from '../../../parts/surface/notice.tsx'
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
  const standing = standingOf(connector)
  if (standing === 'silent' || standing === 'failing') {
    return (
      <Notice tone={standing === 'silent' ? 'amber' : 'red'} title={t(`notice.${standing}.title`)}>
        {t(`notice.${standing}.text`)}
        <ol className={classes['checks']}>
          {checks[standing].map((check) => (
            <li key={check}>{t(`check.${check}`)}</li>
          ))}
        </ol>
      </Notice>
    )
  }
  if (standing === 'frozen' || standing === 'revoked' || standing === 'enrolling') {
    const reason = standing === 'frozen' ? connector.frozen_reason : null
    return (
      <Notice
        tone={standing === 'frozen' ? 'red' : standing === 'revoked' ? 'neutral' : 'accent'}
        title={t(`notice.${standing}.title`)}
        actions={
          <Button size="compact-md" onClick={() => onDialog('token')}>
            {t('acts.token')}
          </Button>
        }
      >
        {reason !== null && `${reason} `}
        {t(`notice.${standing}.text`)}
      </Notice>
    )
  }
  return null
}
