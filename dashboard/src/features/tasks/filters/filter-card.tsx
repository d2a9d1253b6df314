// The panel of a filter as it floats under its button.
import { useTranslation } from 'react-i18next'
import type { Dropped } from '#components/on-demand/drop-button.tsx'
import { DropCard } from '#components/on-demand/drop-card.tsx'
import pickers from '../pickers/pickers.module.css'
import { FilterPanel, type FilterPanelProps, isCustomFilter } from './filter-panel.tsx'

export function FilterCard({ at, ...panel }: FilterPanelProps & Dropped) {
  const { t } = useTranslation('tasks')
  const { field } = panel
  return (
    <DropCard
      at={at}
      onClose={panel.onClose}
      label={field === undefined || isCustomFilter(field) ? t('filterBy') : t(`filter.${field}`)}
      className={pickers['card']}
      position="bottom-start"
      offset={4}
    >
      <FilterPanel {...panel} />
    </DropCard>
  )
}
