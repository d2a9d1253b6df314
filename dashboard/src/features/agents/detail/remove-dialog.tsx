// Deletes an agent, once its name was typed.
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { RemoveByName } from '#components/records/remove-by-name.tsx'
import { useRemoval } from '#components/records/use-removal.ts'
import type { LoadedAgent } from '../agent-queries.ts'

export function RemoveDialog({
  loaded: {
    agent: { name, working_runs: working, parked_runs: parked },
  },
  onClose,
}: {
  loaded: LoadedAgent
  onClose: () => void
}) {
  const { t } = useTranslation('agents')
  const runs = working + parked
  const removal = useRemoval({
    kind: 'agents',
    id: name,
    remove: () => call('agents.remove', { params: { agent: name } }),
    done: t('removal.done', { name }),
  })
  return (
    <RemoveByName
      title={t('removal.title', { name })}
      typeLabel={t('removal.type', { name })}
      submitLabel={t('removal.submit')}
      name={name}
      removal={removal}
      onClose={onClose}
    >
      {runs > 0 && t('removal.runs', { count: runs })} {t('removal.text')}
    </RemoveByName>
  )
}
