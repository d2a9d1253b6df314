// The dialogs of a connector: each says what changes, and what does not.
import type { Connector } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { RemoveByName } from '#components/records/remove-by-name.tsx'
import { useRemoval } from '#components/records/use-removal.ts'
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
  const removal = useRemoval({
    kind: 'connectors',
    id,
    remove: () => call('connectors.remove', { params: { connector: id } }),
    done: t('removal.done', { name }),
  })
  return (
    <RemoveByName
      title={t('removal.title')}
      typeLabel={t('removal.type', { name })}
      submitLabel={t('removal.submit')}
      name={name}
      removal={removal}
      onClose={onClose}
    >
      {t('removal.text')} {waiting > 0 && t('removal.waiting', { count: waiting })}
    </RemoveByName>
  )
}
