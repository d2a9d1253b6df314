// Every operation on the attachments of a task.
import type { SendCall } from './send-call.ts'

export async function sendAttachments(send: SendCall): Promise<void> {
  const payload = { title: 'Files' }
  const task = await send({ operation: 'tasks.create', method: 'POST', url: '/api/tasks', payload })
  const path = `/api/tasks/${task.id}/attachments`
  const file = await send({
    operation: 'attachments.create',
    method: 'POST',
    url: `${path}?name=plans.json`,
    payload: { content: 'plans' },
  })
  await send({ operation: 'attachments.list', method: 'GET', url: path })
  const url = `${path}/${file.id}`
  await send({ operation: 'attachments.get', method: 'GET', url })
  await send({ operation: 'attachments.content', method: 'GET', url: `${url}/content` })
  await send({ operation: 'attachments.remove', method: 'DELETE', url })
  await send({ operation: 'tasks.remove', method: 'DELETE', url: `/api/tasks/${task.id}` })
}
