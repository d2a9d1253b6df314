// A file that a program attached to a task.
import type { Attachment } from '@task-service/contract'
import type { Service } from '../service.ts'

export async function attachFile(
  { service }: { service: Pick<Service, 'url' | 'apiKey'> },
  taskId: string,
  { name, content, type = 'application/octet-stream' }: FileToAttach,
): Promise<Attachment> {
  const query = new URLSearchParams({ name })
  const response = await fetch(
    `${service.url}/api/tasks/${taskId}/attachments?${query.toString()}`,
    {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey, 'content-type': type },
      body: content,
    },
  )
  const text = await response.text()
  if (!response.ok) throw new Error(`attaching ${name} answered ${response.status}: ${text}`)
  return JSON.parse(text) as Attachment // what the contract says
}

export type FileToAttach = {
  name: string
  content: string | Uint8Array<ArrayBuffer>
  type?: string
}
