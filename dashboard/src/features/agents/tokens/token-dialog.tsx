// Creates a token: its expiry, and then the token, which is shown once.
import { Button, Modal, Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Agent, AgentTokenWithSecret } from '@task-service/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import { Notice } from '#components/surface/notice.tsx'
import classes from './tokens.module.css'

const DAYS = [7, 30, 90, 180, 365]
const DEFAULT_DAYS = 90

export function TokenDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { t } = useTranslation('agents')
  const { t: common } = useTranslation()
  const [made, setMade] = useState<AgentTokenWithSecret>()
  return (
    <Modal
      opened
      size={520}
      onClose={onClose}
      // A token that was not copied is lost: a press beside the dialog must not close it.
      closeOnClickOutside={made === undefined}
      title={made ? t('tokens.madeTitle') : t('tokens.createTitle', { name: agent.name })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {made ? (
        <Made made={made} onClose={onClose} />
      ) : (
        <Expiry agent={agent} onMade={setMade} onClose={onClose} />
      )}
    </Modal>
  )
}

function Expiry({
  agent,
  onMade,
  onClose,
}: {
  agent: Agent
  onMade: (made: AgentTokenWithSecret) => void
  onClose: () => void
}) {
  const { t } = useTranslation('agents')
  const { t: common } = useTranslation()
  const [days, setDays] = useState(DEFAULT_DAYS)
  const create = useCreateToken(agent.name, onMade)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(days)
  }
  return (
    <form onSubmit={submit}>
      <div className={classes['stack']}>
        <p className={classes['text']}>{t('tokens.createText')}</p>
        <Select
          label={t('tokens.expiry')}
          allowDeselect={false}
          data={DAYS.map((count) => ({
            value: String(count),
            label: t('tokens.days', { count }),
          }))}
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
        />
        {create.error && <Notice live tone="red" title={create.error.message} />}
      </div>
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button type="submit" data-autofocus loading={create.isPending}>
          {t('tokens.create')}
        </Button>
      </div>
    </form>
  )
}

function useCreateToken(agent: string, onMade: (made: AgentTokenWithSecret) => void) {
  const client = useQueryClient()
  // A second press before the response is the same token.
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: async (days: number): Promise<AgentTokenWithSecret> =>
      (
        await call('agent_tokens.create', {
          params: { agent },
          body: { expires_in_days: days },
          idempotencyKey: `${key}-${days}`,
        })
      ).body,
    onSuccess: async (made) => {
      onMade(made)
      await client.invalidateQueries({ queryKey: ['agent tokens', agent] })
    },
  })
}

function Made({ made, onClose }: { made: AgentTokenWithSecret; onClose: () => void }) {
  const { t } = useTranslation('agents')
  const { token } = made
  return (
    <>
      <div className={classes['stack']}>
        <p className={classes['text']}>{t('tokens.madeText')}</p>
        {token !== undefined && (
          <div className={classes['secret']}>
            <code>{token}</code>
            <CopyIcon text={token} label={t('tokens.copy')} />
          </div>
        )}
      </div>
      <div className={classes['buttons']}>
        <Button data-autofocus onClick={onClose}>
          {t('tokens.saved')}
        </Button>
      </div>
    </>
  )
}
