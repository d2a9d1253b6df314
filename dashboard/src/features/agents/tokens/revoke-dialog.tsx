// Revokes a token, after saying what stops working.
import { Button, Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Agent, AgentToken } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Notice } from '#components/surface/notice.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import classes from './tokens.module.css'

export function RevokeDialog({
  agent,
  token,
  onClose,
}: {
  agent: Agent
  token: AgentToken
  onClose: () => void
}) {
  const { t } = useTranslation('agents')
  const { t: common } = useTranslation()
  const client = useQueryClient()
  const { hint } = token
  const revoke = useMutation({
    mutationFn: () =>
      call('agent_tokens.revoke', { params: { agent: agent.name, token: token.id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['agent tokens', agent.name] })
      showDone(t('tokens.revoked', { hint }))
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('tokens.revokeTitle', { hint })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <div className={classes['stack']}>
        <p className={classes['text']}>{t('tokens.revokeText', { name: agent.name })}</p>
        {revoke.error && <Notice live tone="red" title={revoke.error.message} />}
      </div>
      <div className={classes['buttons']}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {t('tokens.revoke')}
        </Button>
      </div>
    </Modal>
  )
}
