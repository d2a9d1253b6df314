// Settings by section: places at the left, one section at the right; a row in the table is a section.

import {
  IconBuilding,
  IconFileImport,
  IconForms,
  IconHistory,
  IconRepeat,
  IconServer2,
  IconUsers,
} from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { bringIntoSight } from '#lib/bring-into-sight.ts'
import { AuditSection } from './audit/audit-section.tsx'
import { FieldsSection } from './fields/fields-section.tsx'
import { GeneralSection } from './general-section.tsx'
import { RecurringSection } from './recurring/recurring-section.tsx'
import classes from './settings.module.css'
import { SystemSection } from './system/system-section.tsx'
import { TransferSection } from './transfer/transfer-section.tsx'
import { UsersSection } from './users/users-section.tsx'

type SectionName = 'general' | 'fields' | 'users' | 'recurring' | 'transfer' | 'audit' | 'system'

const sections: readonly {
  name: SectionName
  icon: typeof IconUsers
  show: ComponentType<{ navigation: ReactNode }>
}[] = [
  { name: 'general', icon: IconBuilding, show: GeneralSection },
  { name: 'fields', icon: IconForms, show: FieldsSection },
  { name: 'users', icon: IconUsers, show: UsersSection },
  { name: 'recurring', icon: IconRepeat, show: RecurringSection },
  { name: 'transfer', icon: IconFileImport, show: TransferSection },
  { name: 'audit', icon: IconHistory, show: AuditSection },
  { name: 'system', icon: IconServer2, show: SystemSection },
]

export function SettingsScreen() {
  const { section } = useParams({ strict: false }) as { section?: string } // of the route that shows this screen
  const { t } = useTranslation('settings')
  const chosen = sections.find(({ name }) => name === section) ?? sections[0]
  if (!chosen) return null
  const navigation = (
    <nav className={classes['sections']} aria-label={t('title')}>
      {sections.map(({ name, icon: Icon }) => (
        <Link
          key={name}
          to="/settings/$section"
          params={{ section: name }}
          search={{}}
          className={classes['section'] ?? ''}
          aria-current={name === chosen.name ? 'page' : undefined}
          ref={name === chosen.name ? bringIntoSight : null}
        >
          <Icon size={16} stroke={1.75} aria-hidden="true" />
          {t(`section.${name}`)}
        </Link>
      ))}
    </nav>
  )
  return <chosen.show navigation={navigation} />
}
