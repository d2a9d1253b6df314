// The texts of the list of connectors.
import { useTranslation } from 'react-i18next'
import type { ListTexts } from '#components/list-screen/list-of.ts'

export function useConnectorListTexts(): ListTexts {
  const { t } = useTranslation('connectors')
  return {
    title: t('title'),
    add: t('add.action'),
    count: (count) => t('count', { count }),
    emptyTitle: t('emptyTitle'),
    emptyText: t('emptyText'),
    noMatchTitle: t('noneTitle'),
    noMatchText: t('noneText'),
    keys: { add: t('keys.add'), next: t('keys.next'), previous: t('keys.previous') },
  }
}
