// Who is signed in, and the menu of what belongs to them: theme, language, keys, sign out.
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import { Worker } from '#components/marks/worker.tsx'
import { DropButton } from '#components/on-demand/drop-button.tsx'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import classes from './account.module.css'

const AccountMenu = onDemand(async () => (await import('./account-menu.tsx')).AccountMenu, {
  close: ({ onClose }) => onClose(),
})

export function AccountBlock({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation('shell')
  const user = useMe()?.user
  const name = user?.name || user?.username || t('account.title')
  return (
    <div className={classes['block']} data-collapsed={collapsed || undefined}>
      <DropButton
        popup="menu"
        label={t('account.open', { name })}
        className={classes['button']}
        renderCard={(dropped) => <AccountMenu {...dropped} />}
      >
        <Worker assignee={name} size={28} />
        <span className={classes['who']}>
          <span className={classes['name']}>{name}</span>
          {user && user.name !== '' && user.name !== user.username && (
            <small>{user.username}</small>
          )}
        </span>
        <IconDots className={classes['dots']} size={16} stroke={1.75} aria-hidden="true" />
      </DropButton>
    </div>
  )
}
