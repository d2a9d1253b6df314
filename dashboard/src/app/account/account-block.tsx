// Who is signed in, and the menu of what belongs to them: theme, language, keys, sign out.
import { Menu, UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Worker } from '../../parts/worker.tsx'
import { useMe } from '../me.ts'
import classes from './account.module.css'
import { AccountMenu } from './account-menu.tsx'

export function AccountBlock({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation('shell')
  const user = useMe()?.user
  const name = user?.name || user?.username || t('account.title')
  return (
    <div className={classes['block']} data-collapsed={collapsed || undefined}>
      <Menu position="top-start" width={220}>
        <Menu.Target>
          <UnstyledButton className={classes['button']} aria-label={t('account.open', { name })}>
            <Worker assignee={name} size={28} />
            <span className={classes['who']}>
              <span className={classes['name']}>{name}</span>
              {user && user.name !== '' && user.name !== user.username && (
                <small>{user.username}</small>
              )}
            </span>
            <IconDots className={classes['dots']} size={16} stroke={1.75} aria-hidden="true" />
          </UnstyledButton>
        </Menu.Target>
        <AccountMenu />
      </Menu>
    </div>
  )
}
