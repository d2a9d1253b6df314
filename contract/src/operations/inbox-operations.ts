// Operations on the inbox of the signed-in person and its e-mail digest. API keys have no inbox, so only the dashboard serves them.
import { type Operation, operation } from '../operation.ts'
import { NoQuery } from '../system.ts'
import { Digest, DigestAddress, DigestChange, DigestCode } from '../tenant/digest.ts'
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
const digestSuccess = { 200: { description: 'The digest', body: Digest } } as const

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
  'digest.get': operation({
    method: 'GET',
    path: '/ui/api/digest',
    tag,
    summary: 'Get your e-mail digest',
    query: NoQuery,
    success: digestSuccess,
    errors: [],
  }),
  'digest.change': operation({
    method: 'PATCH',
    path: '/ui/api/digest',
    tag,
    summary: 'Update your e-mail digest',
    query: NoQuery,
    body: DigestChange,
    success: digestSuccess,
    errors: [...bodyErrors, 'digest_unavailable', 'time_zone_unknown'],
  }),
  'digest.set_address': operation({
    method: 'POST',
    path: '/ui/api/digest/address',
    tag,
    summary: 'Set your e-mail address',
    description:
      'Sends a code to the address. The address is used once the code is confirmed; an earlier one is used until then. At most 5 codes per person and day, and 100 per tenant and hour.',
    query: NoQuery,
    body: DigestAddress,
    success: digestSuccess,
    errors: [...bodyErrors, 'digest_unavailable'],
  }),
  'digest.confirm_address': operation({
    method: 'POST',
    path: '/ui/api/digest/address/confirm',
    tag,
    summary: 'Confirm your e-mail address',
    query: NoQuery,
    body: DigestCode,
    success: digestSuccess,
    errors: [...bodyErrors, 'digest_code_invalid'],
  }),
  'digest.remove_address': operation({
    method: 'DELETE',
    path: '/ui/api/digest/address',
    tag,
    summary: 'Remove your e-mail address',
    query: NoQuery,
    success: digestSuccess,
    errors: [],
  }),
} as const satisfies Record<string, Operation>
