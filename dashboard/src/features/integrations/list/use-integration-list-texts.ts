// The texts of the list of integrations.
import { useTranslation } from 'react-i18next'
import type { ListTexts } from '#components/list-screen/list-of.ts'

export function useIntegrationListTexts(): ListTexts {
  const { t } = useTranslation('integrations')
  return {
    title: t('title'),
    add: t('add'),
    find: t('find'),
    count: (count) => t('count', { count }),
    emptyTitle: t('emptyTitle'),
    emptyText: t('emptyText'),
    noMatchTitle: t('noMatchTitle'),
    noMatchText: t('noMatchText'),
    keys: { add: t('keys.add'), next: t('keys.next'), previous: t('keys.previous') },
  }
}
