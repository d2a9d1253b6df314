// An attachment as the API returns it.
import type { Attachment } from '@task-service/contract'
import { parseActor } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'
import type { AttachmentRow } from '../store.ts'

export function toAttachment(row: AttachmentRow): Attachment {
  return {
    id: encodeId('attachment', row.id),
    task_id: encodeId('task', row.task_id),
    name: row.name,
    bytes: row.bytes,
    media_type: row.media_type,
    image_type: row.image_type,
    sha256: row.sha256.toString('hex'),
    created_by: parseActor(row.created_by),
    created_at: row.created_at.toISOString(),
  }
}
