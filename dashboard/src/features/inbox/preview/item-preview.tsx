// The selected item of the inbox: a question, an approval, or what else happened.
import type { Notification } from '@task-service/contract'
import { ApprovalPreview } from './approval-preview.tsx'
import { NoticePreview } from './notice-preview.tsx'
import { QuestionPreview } from './question-preview.tsx'

/** `item` is known only in one's own inbox, where everything but questions and approvals needs it. */
export function ItemPreview({ id, item }: { id: string; item?: Notification | undefined }) {
  if (id.startsWith('apr_')) return <ApprovalPreview id={id} />
  if (id.startsWith('qst_')) return <QuestionPreview id={id} />
  return item ? <NoticePreview item={item} /> : null
}
