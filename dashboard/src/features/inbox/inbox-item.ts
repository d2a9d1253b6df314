// What waits for a person in the inbox: questions and approvals.
import type { Approval, Question } from '@task-service/contract'

export type InboxItem = Question | Approval

export const isApproval = (item: InboxItem): item is Approval => item.id.startsWith('apr_')

/** Where the inbox keeps the selected item in its address: by what it is about, or by its own ID. */
export const selectionOf = (id: string | undefined) => ({
  approval: id?.startsWith('apr_') ? id : undefined,
  item: id?.startsWith('ntf_') ? id : undefined,
  question: id?.startsWith('qst_') ? id : undefined,
})

/** The selected item of an address. */
export const selectedOf = (address: Readonly<Record<string, string | undefined>>) =>
  address['approval'] ?? address['question'] ?? address['item']
