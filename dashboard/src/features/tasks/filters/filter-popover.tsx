// A button of the filter bar, and the panel that opens under it.
import type { ReactNode } from 'react'
import { DropButton } from '#components/on-demand/drop-button.tsx'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { withWords } from '#words/index.ts'
import type { FilterPanelProps } from './filter-panel.tsx'

const load = withWords(['fields'], () => import('./filter-card.tsx'))

const FilterCard = onDemand(async () => (await load()).FilterCard, {
  close: ({ onClose }) => onClose(),
  takesKeys: true,
})

export function FilterPopover({
  className,
  children,
  ...panel
}: Omit<FilterPanelProps, 'onClose'> & { className?: string | undefined; children: ReactNode }) {
  return (
    <DropButton
      popup="dialog"
      className={className}
      preload={FilterCard.preload}
      renderCard={(dropped) => <FilterCard {...panel} {...dropped} />}
    >
      {children}
    </DropButton>
  )
}
