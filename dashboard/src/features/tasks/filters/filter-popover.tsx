// A button of the filter bar with the panel that opens under it.
import { Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import pickers from '../pickers/pickers.module.css'
import type { FilterPanelProps } from './filter-panel.tsx'

const FilterPanel = onDemand(async () => (await import('./filter-panel.tsx')).FilterPanel, {
  close: ({ onClose }) => onClose(),
  takesKeys: true,
})

export function FilterPopover({
  className,
  children,
  ...panel
}: Omit<FilterPanelProps, 'onClose'> & { className?: string | undefined; children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" offset={4} trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={className}
          onClick={() => setOpened(!opened)}
          onPointerEnter={FilterPanel.preload}
          aria-haspopup="dialog"
        >
          {children}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={pickers['card'] ?? ''}>
        <FilterPanel {...panel} onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
