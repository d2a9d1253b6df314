// Operations on the attachments of a task, a part of the table in operations.ts.
import {
  Attachment,
  AttachmentListQuery,
  AttachmentPage,
  AttachmentUploadQuery,
  attachmentParams,
} from '../attachments.ts'
import { operation } from '../operation.ts'
import { NoQuery } from '../system.ts'
import { taskParams } from '../tasks/tasks.ts'
import { idempotencyErrors } from './request-errors.ts'

export const attachmentOperations = {
  'attachments.list': operation({
    method: 'GET',
    path: '/api/tasks/{task}/attachments',
    tag: 'Attachments',
    summary: 'List attachments',
    description: 'Names, sizes and media types, without the contents.',
    params: taskParams,
    query: AttachmentListQuery,
    success: { 200: { description: 'Oldest first', body: AttachmentPage, headers: ['Link'] } },
    errors: ['task_not_found', 'invalid_cursor'],
  }),
  'attachments.create': operation({
    method: 'POST',
    path: '/api/tasks/{task}/attachments',
    tag: 'Attachments',
    summary: 'Attach a file',
    description:
      'The body is the file itself, up to 25 MiB by default, not a form. Responds when the whole file is stored. An interrupted upload leaves nothing behind.',
    params: taskParams,
    query: AttachmentUploadQuery,
    file: true,
    success: { 201: { description: 'Created', body: Attachment, headers: ['Location'] } },
    errors: [
      ...idempotencyErrors,
      'unsupported_media_type',
      'body_too_large',
      'task_not_found',
      'attachment_limit_reached',
      'attachment_quota_reached',
    ],
    idempotencyKey: true,
  }),
  'attachments.get': operation({
    method: 'GET',
    path: '/api/tasks/{task}/attachments/{attachment}',
    tag: 'Attachments',
    summary: 'Get an attachment',
    description: 'Name, size, media type and digest. The content is at `/content`.',
    params: attachmentParams,
    query: NoQuery,
    success: { 200: { description: 'The attachment', body: Attachment } },
    errors: ['task_not_found', 'attachment_not_found'],
  }),
  'attachments.content': operation({
    method: 'GET',
    path: '/api/tasks/{task}/attachments/{attachment}/content',
    tag: 'Attachments',
    summary: 'Download an attachment',
    description:
      'Always `Content-Disposition: attachment`. The type is `application/octet-stream`, or `image_type` if it is set. `ETag` is the SHA-256 of the content.',
    params: attachmentParams,
    query: NoQuery,
    success: {
      200: { description: 'The content of the file', file: true, headers: ['ETag'] },
      304: { description: 'The content has not changed' },
    },
    errors: ['task_not_found', 'attachment_not_found'],
    ifNoneMatch: true,
  }),
  'attachments.remove': operation({
    method: 'DELETE',
    path: '/api/tasks/{task}/attachments/{attachment}',
    tag: 'Attachments',
    summary: 'Delete an attachment',
    description: 'The file cannot be restored.',
    params: attachmentParams,
    query: NoQuery,
    success: { 204: { description: 'Deleted' } },
    errors: ['task_not_found', 'attachment_not_found'],
  }),
}
