// Keeps the filters, order and groups of now under a name.
import { IconPlus } from '@tabler/icons-react'
import type { View } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { DropButton } from '#components/on-demand/drop-button.tsx'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { withWords } from '#words/index.ts'
import type { TaskSearch } from '../data/task-search.ts'
import classes from './view-tabs.module.css'

const SaveCard = onDemand(
  withWords(['views'], async () => (await import('./view-forms.tsx')).SaveCard),
  { close: ({ onClose }) => onClose(), takesKeys: true },
)

export function SaveView({
  search,
  onSaved,
}: {
  search: TaskSearch
  onSaved: (view: View) => void
}) {
  const { t } = useTranslation('tasks')
  return (
    <DropButton
      popup="dialog"
      label={t('views.save')}
      title={t('views.save')}
      className={classes['add']}
      preload={SaveCard.preload}
      renderCard={(dropped) => <SaveCard {...dropped} search={search} onSaved={onSaved} />}
    >
      <IconPlus size={16} stroke={1.75} />
    </DropButton>
  )
}
