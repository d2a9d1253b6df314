// Attachments whose names and contents are payloads. Every other one says that it is a page, and every third one begins like an
// image, so that the dashboard shows a preview of it.
import { ATTACHMENT_NAME_MAX } from '@task-service/contract'
import type { Stage } from '../../tests/e2e/harness/stage.ts'
import { attachFile } from '../../tests/harness/files/attach-file.ts'

const TYPES = ['text/html', 'application/octet-stream', 'image/svg+xml', 'text/javascript']
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** What no name may contain. */
const FORBIDDEN = /[/\\\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

export async function plantFile(
  stage: Stage,
  taskId: string,
  payload: string,
  index: number,
): Promise<void> {
  const text = payload.replaceAll(FORBIDDEN, '').slice(0, ATTACHMENT_NAME_MAX - 4)
  await attachFile(stage, taskId, {
    // Its end is visible and no period, whatever the payload ends with.
    name: `${index % 2 ? 'x ' : ''}${text.trimStart()}.x`,
    type: TYPES[index % TYPES.length] ?? '',
    content: new Uint8Array(Buffer.concat([...(index % 3 ? [] : [PNG]), Buffer.from(payload)])),
  })
}
