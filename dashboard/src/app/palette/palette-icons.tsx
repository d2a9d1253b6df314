// The icons of the rows of the palette.
import {
  type Icon,
  IconArrowsExchange,
  IconBook2,
  IconChecklist,
  IconCompass,
  IconDatabase,
  IconFilter,
  IconRobot,
  IconStack2,
  IconUser,
  IconWebhook,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RecentKind } from './palette-item.ts'

export const draw = (Glyph: Icon): ReactNode => <Glyph size={17} stroke={1.75} aria-hidden="true" />

const icons: Record<RecentKind, Icon> = {
  task: IconChecklist,
  person: IconUser,
  integration: IconArrowsExchange,
  webhook: IconWebhook,
  connector: IconDatabase,
  agent: IconRobot,
  queue: IconStack2,
  view: IconFilter,
  place: IconCompass,
  operation: IconBook2,
}

export const recentIcon = (kind: RecentKind): ReactNode => draw(icons[kind])
