// Settings → Users: who may sign in, and everything that can be done about it.
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { User } from '@task-service/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import { PageAction } from '#components/page/page-action.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import classes from '../settings.module.css'
import { SettingsFrame } from '../settings-frame.tsx'
import { AddUserPanel } from './add-user-panel.tsx'
import { LinkOnce, type OneTimeLink } from './link-once.tsx'
import { OwnPasswordPanel, TheirPasswordPanel } from './password-panel.tsx'
import { usersQuery } from './user-queries.ts'
import { UserRow } from './user-row.tsx'

/** What is open beside the list. */
type Open = { kind: 'add' } | { kind: 'password'; user: User } | undefined

export function UsersSection({ navigation }: { navigation: ReactNode }) {
  const { t } = useTranslation('users')
  const users = useQuery(usersQuery)
  const me = useMe()
  const [open, setOpen] = useState<Open>()
  const [link, setLink] = useState<OneTimeLink>()
  return (
    <SettingsFrame
      title={t('title')}
      navigation={navigation}
      actions={
        <PageAction
          icon={<IconUserPlus size={16} stroke={1.75} aria-hidden="true" />}
          label={t('add')}
          onClick={() => setOpen({ kind: 'add' })}
        />
      }
      panel={
        <OpenPanel
          open={open}
          myId={me?.user.id}
          onClose={() => setOpen(undefined)}
          onLink={setLink}
        />
      }
    >
      {link && <LinkOnce link={link} onDone={() => setLink(undefined)} />}
      {users.isError && (
        <ErrorState what={t('title')} error={users.error} onRetry={() => void users.refetch()} />
      )}
      {users.isPending && <RowSkeleton rows={4} height={56} />}
      {users.data && (
        <div className={classes['sheet']}>
          <div className={classes['columns']} aria-hidden="true">
            <span>{t('column.person')}</span>
            <span>{t('column.signIn')}</span>
            <span>{t('column.seen')}</span>
          </div>
          <ul className={classes['list']}>
            {users.data.map((user) => (
              <li key={user.id}>
                <UserRow
                  user={user}
                  isMe={user.id === me?.user.id}
                  onPassword={() => setOpen({ kind: 'password', user })}
                  onLink={setLink}
                />
              </li>
            ))}
          </ul>
          <div className={classes['foot']}>{t('count', { count: users.data.length })}</div>
        </div>
      )}
    </SettingsFrame>
  )
}

function OpenPanel({
  open,
  myId,
  onClose,
  onLink,
}: {
  open: Open
  myId: string | undefined
  onClose: () => void
  onLink: (link: OneTimeLink) => void
}) {
  if (open === undefined) return null
  if (open.kind === 'add') return <AddUserPanel onClose={onClose} onLink={onLink} />
  if (open.user.id === myId) return <OwnPasswordPanel onClose={onClose} />
  return <TheirPasswordPanel user={open.user} onClose={onClose} />
}
