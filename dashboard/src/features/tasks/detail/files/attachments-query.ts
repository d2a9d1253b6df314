// The attachments of a task: never more than one page of them.
import { queryOptions } from '@tanstack/react-query'
import type { Attachment } from '@task-service/contract'
import { addressOf, call } from '#api/call.ts'

/** The most that a task can have. */
const LIMIT = 100

export const attachmentsKey = (taskId: string) => ['tasks', 'attachments', taskId] as const

export const attachmentsQuery = (taskId: string) =>
  queryOptions({
    queryKey: attachmentsKey(taskId),
    queryFn: async ({ signal }): Promise<Attachment[]> => {
      const request = { params: { task: taskId }, query: { limit: LIMIT }, signal }
      return (await call('attachments.list', request)).body.data
    },
  })

/** Where the browser downloads it: with the password that it has already. */
export const contentAddress = ({ task_id: task, id }: Attachment): string =>
  addressOf(`/tasks/${task}/attachments/${id}/content`)
