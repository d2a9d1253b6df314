// The form for a new template, fetched when it is first opened.
import { onDemand } from '#components/on-demand/on-demand.tsx'
import type { TemplateDialogProps } from './template-dialog.tsx'

export const LazyTemplateDialog = onDemand<TemplateDialogProps>(
  async () => (await import('./template-dialog.tsx')).TemplateDialog,
  { close: ({ onClose }) => onClose(), takesKeys: true },
)
