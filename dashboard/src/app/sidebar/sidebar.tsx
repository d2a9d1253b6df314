// The places at the left: workspace, search, where one can go, and who is signed in.
import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import { LiveIndicator } from '#components/live/live-indicator.tsx'
import { AccountBlock } from '../account/account-block.tsx'
import { useBadges } from '../badges.ts'
import { places } from '../places.ts'
import { Brand } from './brand.tsx'
import { NavItem } from './nav-item.tsx'
import { SearchButton } from './search-button.tsx'
import classes from './sidebar.module.css'
import { useCollapsed } from './use-collapsed.ts'

const groups = ['work', 'automation', 'connections', 'workspace'] as const

export function Sidebar() {
  const { t } = useTranslation('shell')
  const [collapsed, toggle] = useCollapsed()
  const badges = useBadges()
  const toggleLabel = collapsed ? t('sidebar.expand') : t('sidebar.collapse')
  const ToggleIcon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <nav
      className={classes['sidebar']}
      data-collapsed={collapsed || undefined}
      aria-label={t('main')}
    >
      <div className={classes['workspace']}>
        <Brand />
        <Workspace />
        <ActionIcon
          className={classes['toggle']}
          aria-label={toggleLabel}
          aria-expanded={!collapsed}
          title={toggleLabel}
          onClick={toggle}
        >
          <ToggleIcon size={16} stroke={1.75} />
        </ActionIcon>
      </div>
      <SearchButton collapsed={collapsed} />
      <div className={classes['places']}>
        {groups.map((group) => (
          <section key={group} className={classes['group']} aria-label={t(`groups.${group}`)}>
            {group !== 'work' && (
              <div className={classes['heading']} aria-hidden="true">
                {t(`groups.${group}`)}
              </div>
            )}
            {places
              .filter((place) => place.group === group)
              .map((place) => (
                <NavItem
                  key={place.name}
                  place={place}
                  count={place.badge && badges[place.badge]}
                />
              ))}
          </section>
        ))}
      </div>
      <LiveIndicator compact={collapsed} />
      <AccountBlock collapsed={collapsed} />
    </nav>
  )
}

function Workspace() {
  const name = useMe()?.tenant.name ?? 'Task Service'
  return (
    <strong className={classes['name']} title={name}>
      {name}
    </strong>
  )
}
