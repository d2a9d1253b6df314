// A card under the button that opened it. Import it only from parts that are loaded on demand: it brings the positioning
// library along, which no screen needs before something is opened.
import { Popover, type PopoverProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Anchor } from './anchor.tsx'
import type { Dropped } from './drop-button.tsx'

export function DropCard({
  at,
  onClose,
  label,
  className,
  children,
  ...popover
}: Dropped & { label: string; className?: string | undefined; children: ReactNode } & Pick<
    PopoverProps,
    'position' | 'width' | 'offset' | 'shadow'
  >) {
  return (
    <Popover {...popover} opened onDismiss={onClose} trapFocus>
      <Popover.Target>
        <Anchor at={at} />
      </Popover.Target>
      <Popover.Dropdown
        className={className ?? ''}
        aria-label={label}
        // By default the target, which is the empty anchor.
        aria-labelledby={undefined}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
