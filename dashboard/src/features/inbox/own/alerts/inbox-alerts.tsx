// Watches the inbox for notifications of the browser, wherever in the dashboard the user is. Draws nothing.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Notification as Item } from '@task-service/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { mentionsAsNames } from '#lib/mentions/mention-text.ts'
import { useLatest } from '#lib/use-latest.ts'
import { selectionOf } from '../../inbox-item.ts'
import { keyOf } from '../use-own-inbox.ts'
import { showAlerts } from './show-alerts.ts'

const LOOKED_AT = 10
const EVERY_MS = 60_000

export function InboxAlerts() {
  const { t } = useTranslation('inbox')
  const navigate = useNavigate()
  const items = useQuery({
    queryKey: ['inbox', 'newest'],
    queryFn: async ({ signal }) =>
      (await call('inbox.list', { query: { unread: true, limit: LOOKED_AT }, signal })).body.data,
    // A hidden tab hears no events.
    refetchInterval: EVERY_MS,
    refetchIntervalInBackground: true,
  }).data
  const describe = useLatest((item: Item) => ({
    title: t(`kind.${item.kind}`),
    body: `T-${item.task.number} ${item.task.title}${item.text === null ? '' : `\n${mentionsAsNames(item.text)}`}`,
    open: () => void navigate({ to: '/inbox', search: selectionOf(keyOf(item)) }),
  }))
  useEffect(() => {
    if (items) void showAlerts(items, (item) => describe()(item))
  }, [items, describe])
  return null
}
