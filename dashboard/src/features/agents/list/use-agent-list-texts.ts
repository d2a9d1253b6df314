// The texts of the list of agents.
import type { Agent } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import type { ListTexts } from '#components/list-screen/list-of.ts'

export function useAgentListTexts(agents: readonly Agent[]): ListTexts {
  const { t } = useTranslation('agents')
  const working = agents.reduce((all, { working_runs: runs }) => all + runs, 0)
  const parked = agents.reduce((all, { parked_runs: runs }) => all + runs, 0)
  return {
    title: t('title'),
    add: t('add'),
    find: t('find'),
    count: (count) =>
      [
        t('count', { count }),
        working > 0 && t('workingRuns', { count: working }),
        parked > 0 && t('parkedRuns', { count: parked }),
      ]
        .filter(Boolean)
        .join(', '),
    emptyTitle: t('emptyTitle'),
    emptyText: t('emptyText'),
    noMatchTitle: t('noMatchTitle'),
    noMatchText: t('noMatchText'),
    keys: { add: t('keys.add'), next: t('keys.next'), previous: t('keys.previous') },
  }
}
