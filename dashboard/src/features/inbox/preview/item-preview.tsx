// The selected item of the inbox: a question or an approval.
import { ApprovalPreview } from './approval-preview.tsx'
import { QuestionPreview } from './question-preview.tsx'

export function ItemPreview({ id }: { id: string }) {
  return id.startsWith('apr_') ? <ApprovalPreview id={id} /> : <QuestionPreview id={id} />
}
