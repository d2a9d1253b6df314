// The texts of the list of webhooks.
import { useTranslation } from 'react-i18next'
import type { ListTexts } from '#components/list-screen/list-of.ts'

export function useWebhookListTexts(): ListTexts {
  const { t } = useTranslation('webhooks')
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
