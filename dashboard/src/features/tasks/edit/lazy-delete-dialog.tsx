// The question before deleting, fetched when it is first asked.
import { onDemand } from '#components/on-demand/on-demand.tsx'
import type { DeleteDialogProps } from './delete-dialog.tsx'

const DeleteDialog = onDemand(async () => (await import('./delete-dialog.tsx')).DeleteDialog, {
  close: ({ onClose }) => onClose(),
})

export function LazyDeleteDialog(props: DeleteDialogProps) {
  return props.tasks.length > 0 && <DeleteDialog {...props} />
}
