// Files attached to a task: what is known about them, and the limits of their names.
import { type Static, Type } from 'typebox'
import { Actor } from './actors.ts'
import { Id, TaskReference } from './ids.ts'
import { Page, pageQuery } from './page.ts'
import { worded } from './patterns.ts'
import { Choice, Closed, Nullable, Timestamp } from './schema.ts'

export const ATTACHMENTS_PER_TASK_MAX = 100
export const ATTACHMENT_NAME_MAX = 255

/** Raster formats that run nothing: the only ones that a browser may show. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/**
 * Names become those of files on the disks of others: no parts of paths, no control characters, and no invisible ones that
 * reverse the text, so that `exe.png` is not shown for `gnp.exe`. A name begins and ends with something visible.
 */
const FORBIDDEN =
  '/\\\\\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff'
const NAME = worded(
  `^(?!\\.{1,2}$)(?!\\s)[^${FORBIDDEN}]*[^${FORBIDDEN}\\s.]$`,
  'must be a file name without a path: no / or \\, control characters, line breaks or direction marks, no space at either end, no period at the end',
)

export const AttachmentName = Type.String({
  pattern: NAME,
  minLength: 1,
  maxLength: ATTACHMENT_NAME_MAX,
  description: 'File name, without a path',
  examples: ['packing-list.pdf'],
})

export const Attachment = Closed(
  {
    id: Id('attachment'),
    task_id: Id('task'),
    name: Type.String({ description: 'File name' }),
    bytes: Type.Integer({ minimum: 0, description: 'Size of the file' }),
    media_type: Type.String({
      description:
        '`Content-Type` of the upload. Not verified, and never used to serve the file: downloads are `application/octet-stream`, or `image_type`.',
    }),
    image_type: Nullable(Choice(IMAGE_TYPES), {
      description: 'Set if the file begins like an image of this type, which browsers can show',
    }),
    sha256: Type.String({ description: 'SHA-256 of the content, in lowercase hex' }),
    created_by: Actor,
    created_at: Timestamp(),
  },
  { description: 'A file attached to a task' },
)
export type Attachment = Static<typeof Attachment>

export const AttachmentUploadQuery = Closed({ name: AttachmentName })
export const AttachmentListQuery = Closed(pageQuery)
export const AttachmentPage = Page(Attachment, 'A page of attachments, oldest first')
export const attachmentParams = Closed({ task: TaskReference, attachment: Id('attachment') })
