// A new token for an existing connector: what happens to the current key, and then the command.
import { Button, Modal } from '@mantine/core'
import type { Connector } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#components/surface/notice.tsx'
import { useSecret } from '#lib/secret-once.ts'
import { useConnectorActs } from '../use-connector-acts.ts'
import classes from './add.module.css'
import { TokenStep } from './token-step.tsx'

export function TokenDialog({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const { t } = useTranslation('connectors')
  const { t: common } = useTranslation()
  const { enroll } = useConnectorActs(connector)
  const [hadToken] = useState(useSecret(connector.id) !== undefined)
  const isShown = hadToken || enroll.isSuccess
  const meaning = ['enrolling', 'frozen', 'revoked'].includes(connector.state)
    ? (connector.state as 'enrolling' | 'frozen' | 'revoked') // one of those, by the line above
    : 'working'
  return (
    <Modal
      opened
      size={isShown ? 640 : 'md'}
      onClose={onClose}
      title={isShown ? t('token.title', { name: connector.name }) : t('token.new')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {isShown ? (
        <TokenStep connectorId={connector.id} onClose={onClose} />
      ) : (
        <>
          <p className={classes['text']}>{t(`token.meaning.${meaning}`)}</p>
          {enroll.error && <Notice live tone="red" title={enroll.error.message} />}
          <div className={classes['buttons']}>
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button data-autofocus loading={enroll.isPending} onClick={() => enroll.mutate()}>
              {t('token.create')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}
