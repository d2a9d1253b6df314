// Revokes the key: at once, and for good.
import { Button, Modal } from '@mantine/core'
import type { Connector } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Notice } from '#components/surface/notice.tsx'
import type { ConnectorActs } from '../use-connector-acts.ts'
import classes from './detail.module.css'

export function RevokeDialog({
  connector,
  acts,
  onClose,
}: {
  connector: Connector
  acts: ConnectorActs
  onClose: () => void
}) {
  const { t } = useTranslation('connectors')
  const { t: common } = useTranslation()
  const { revoke } = acts
  const { waiting_jobs: jobs, waiting_results: results } = connector
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('revocation.title')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <div className={classes['stack']}>
        <p className={classes['plain']}>{t('revocation.text')}</p>
        {jobs + results > 0 && (
          <Notice tone="amber" title={t('revocation.open', { count: jobs + results })}>
            {t('revocation.openText')}
          </Notice>
        )}
        {revoke.error && <Notice live tone="red" title={revoke.error.message} />}
      </div>
      <div className={classes['buttons']}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button
          color="red"
          loading={revoke.isPending}
          onClick={() => revoke.mutate(undefined, { onSuccess: onClose })}
        >
          {t('revocation.submit')}
        </Button>
      </div>
    </Modal>
  )
}
