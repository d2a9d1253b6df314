// What waits for a person in the inbox: questions and approvals.
import type { Approval, Question } from '@task-service/contract'

export type InboxItem = Question | Approval

export const isApproval = (item: InboxItem): item is Approval => item.id.startsWith('apr_')

/** Where the inbox keeps the selected item in its address. */
export const selectionOf = (id: string | undefined) =>
  id?.startsWith('apr_')
    ? { approval: id, question: undefined }
    : { approval: undefined, question: id }
