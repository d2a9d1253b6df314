// Lets a connector finish its jobs, and shows when it is safe to stop.
import { Button, Loader, Modal } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { Connector } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Notice } from '#components/surface/notice.tsx'
import type { ConnectorActs } from '../use-connector-acts.ts'
import classes from './detail.module.css'

export function DrainDialog({
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
  const { drain } = acts
  const isBegun = connector.state === 'paused' && drain.isSuccess
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('draining.title', { name: connector.name })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <div className={classes['stack']}>
        <p className={classes['plain']}>{t('draining.text')}</p>
        {isBegun && <HowFar connector={connector} />}
        {drain.error && <Notice live tone="red" title={drain.error.message} />}
      </div>
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose}>
          {isBegun ? common('close') : common('cancel')}
        </Button>
        {!isBegun && (
          <Button data-autofocus loading={drain.isPending} onClick={() => drain.mutate()}>
            {t('draining.submit')}
          </Button>
        )}
      </div>
    </Modal>
  )
}

function HowFar({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors')
  const open = connector.waiting_jobs + connector.waiting_results
  return (
    <p className={classes['progress']} data-done={open === 0 || undefined} role="status">
      {open === 0 ? (
        <IconCircleCheck size={18} stroke={1.75} aria-hidden="true" />
      ) : (
        <Loader size={14} aria-hidden="true" />
      )}
      {open === 0 ? t('draining.done') : t('draining.open', { count: open })}
    </p>
  )
}
