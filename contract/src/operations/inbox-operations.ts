// Operations on the inbox of the signed-in person. API keys have no inbox, so only the dashboard serves them.
import { type Operation, operation } from '../operation.ts'
import { NoQuery } from '../system.ts'
import {
  InboxBulk,
  InboxChanged,
  InboxCounts,
  InboxPage,
  InboxQuery,
  InboxReadAll,
  Notification,
  NotificationChange,
  notificationParams,
} from '../tenant/inbox.ts'
import { bodyErrors } from './request-errors.ts'

const tag = 'Inbox'

export const inboxOperations = {
  'inbox.list': operation({
    method: 'GET',
    path: '/ui/api/inbox',
    tag,
    summary: 'List your inbox',
    query: InboxQuery,
    success: { 200: { description: 'Newest first', body: InboxPage, headers: ['Link'] } },
    errors: ['invalid_cursor'],
  }),
  'inbox.counts': operation({
    method: 'GET',
    path: '/ui/api/inbox/counts',
    tag,
    summary: 'Count unread items',
    query: NoQuery,
    success: { 200: { description: 'Counts', body: InboxCounts } },
    errors: [],
  }),
  'inbox.change': operation({
    method: 'PATCH',
    path: '/ui/api/inbox/{notification}',
    tag,
    summary: 'Update an item',
    params: notificationParams,
    query: NoQuery,
    body: NotificationChange,
    success: { 200: { description: 'The updated item', body: Notification } },
    errors: [...bodyErrors, 'notification_not_found'],
  }),
  'inbox.bulk': operation({
    method: 'POST',
    path: '/ui/api/inbox/bulk',
    tag,
    summary: 'Update several items',
    query: NoQuery,
    body: InboxBulk,
    success: { 200: { description: 'What was changed', body: InboxChanged } },
    errors: bodyErrors,
    isRepeatable: true,
  }),
  'inbox.read_all': operation({
    method: 'POST',
    path: '/ui/api/inbox/read-all',
    tag,
    summary: 'Mark all items as read',
    description: 'Those that are unread, of all kinds or of some.',
    query: NoQuery,
    body: InboxReadAll,
    success: { 200: { description: 'What was changed', body: InboxChanged } },
    errors: bodyErrors,
    isRepeatable: true,
  }),
} as const satisfies Record<string, Operation>
