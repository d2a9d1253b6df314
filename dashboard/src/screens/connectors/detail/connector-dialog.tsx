// The dialogs of a connector: each says what will be so afterwards, and what will not.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Connector } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { RemoveByName } from '../../../parts/records/remove-by-name.tsx'
import { showDone } from '../../../parts/toasts.tsx'
import { TokenDialog } from '../add/token-dialog.tsx'
import type { ConnectorActs } from '../use-connector-acts.ts'
import { DrainDialog } from './drain-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

export type DialogName = 'token' | 'rename' | 'drain' | 'revoke' | 'remove'

export function ConnectorDialog({
  name,
  connector,
  etag,
  acts,
  onClose,
}: {
  name: DialogName
  connector: Connector
  etag: string | null
  acts: ConnectorActs
  onClose: () => void
}) {
  switch (name) {
    case 'token':
      return <TokenDialog connector={connector} onClose={onClose} />
    case 'rename':
      return <RenameDialog connector={connector} etag={etag} onClose={onClose} />
    case 'drain':
      return <DrainDialog connector={connector} acts={acts} onClose={onClose} />
    case 'revoke':
      return <RevokeDialog connector={connector} acts={acts} onClose={onClose} />
    case 'remove':
      return <RemoveDialog connector={connector} onClose={onClose} />
  }
}

function RemoveDialog({
  connector: { id, name, waiting_jobs: waiting },
  onClose,
}: {
  connector: Connector
  onClose: () => void
}) {
  const { t } = useTranslation('connectors')
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => call('connectors.remove', { params: { connector: id } }),
    onSuccess: async () => {
      showDone(t('removal.done', { name }))
      await navigate({ to: '/connectors', search: {} })
      client.removeQueries({ queryKey: ['connectors', 'one', id] })
      await client.invalidateQueries({ queryKey: ['connectors'] })
    },
  })
  return (
    <RemoveByName
      title={t('removal.title')}
      typeLabel={t('removal.type', { name })}
      submitLabel={t('removal.submit')}
      name={name}
      error={remove.error}
      isPending={remove.isPending}
      onRemove={() => remove.mutate()}
      onClose={onClose}
    >
      {t('removal.text')} {waiting > 0 && t('removal.waiting', { count: waiting })}
    </RemoveByName>
  )
}
