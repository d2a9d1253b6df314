// Why the log is empty, and what would fill it.
import { Button } from '@mantine/core'
import { IconSend, IconWebhook } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#components/states/empty-state.tsx'
import { useAddress } from '#lib/use-address.ts'

export function NoDeliveries({
  hasWebhooks,
  isFiltered,
}: {
  hasWebhooks: boolean
  isFiltered: boolean
}) {
  const { t } = useTranslation('deliveries')
  const [, change] = useAddress()
  if (!hasWebhooks) {
    return (
      <EmptyState
        icon={<IconWebhook size={24} stroke={1.75} aria-hidden="true" />}
        title={t('noWebhooksTitle')}
        actions={
          <Button renderRoot={(props) => <Link {...props} to="/webhooks" search={{ new: '1' }} />}>
            {t('addWebhook')}
          </Button>
        }
      >
        {t('noWebhooksText')}
      </EmptyState>
    )
  }
  const none = { state: undefined, webhook: undefined, event: undefined, age: undefined }
  return (
    <EmptyState
      icon={<IconSend size={24} stroke={1.75} aria-hidden="true" />}
      title={isFiltered ? t('noMatchTitle') : t('emptyTitle')}
      actions={
        isFiltered ? (
          <Button variant="default" onClick={() => change({ ...none, q: undefined })}>
            {t('clearFilters')}
          </Button>
        ) : (
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/webhooks" />}>
            {t('webhooks')}
          </Button>
        )
      }
    >
      {isFiltered ? t('noMatchText') : t('emptyText')}
    </EmptyState>
  )
}
