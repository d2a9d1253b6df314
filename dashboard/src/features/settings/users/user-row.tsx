// One person: how they sign in, when they last did, and what can be changed.
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconAlertTriangle,
  IconDots,
  IconKey,
  IconLink,
  IconLock,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import type { User } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Worker } from '#components/marks/worker.tsx'
import { Pill } from '#components/surface/pill.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import classes from '../settings.module.css'
import type { OneTimeLink } from './link-once.tsx'
import { linkOf, useUserAct } from './user-queries.ts'

type RowProps = {
  user: User
  isMe: boolean
  onPassword: () => void
  onLink: (link: OneTimeLink) => void
}

export function UserRow({ user, isMe, onPassword, onLink }: RowProps) {
  const { t } = useTranslation('users')
  return (
    <div className={classes['person']}>
      <div className={classes['who']}>
        <Worker assignee={user.name || user.username} size={28} />
        <div className={classes['cut']}>
          <div className={classes['name']}>
            <span className={classes['cut']}>{user.name || user.username}</span>
            {isMe && <Pill>{t('you')}</Pill>}
            {user.disabled_at !== null && <Pill tone="red">{t('disabled')}</Pill>}
          </div>
          {user.name !== '' && (
            <div className={`${classes['quiet']} ${classes['cut']}`}>{user.username}</div>
          )}
        </div>
      </div>
      <SignIn user={user} />
      <div className={classes['quiet']}>
        {user.last_sign_in_at === null ? t('never') : <RelativeTime at={user.last_sign_in_at} />}
      </div>
      <RowMenu user={user} isMe={isMe} onPassword={onPassword} onLink={onLink} />
    </div>
  )
}

const fail = (error: Error) => showFailure(error.message)

function SignIn({ user }: { user: User }) {
  const { t } = useTranslation('users')
  if (user.has_password && !user.must_change_password) {
    return (
      <span className={classes['who']}>
        <IconLock size={15} stroke={1.75} aria-hidden="true" />
        {t('signIn.password')}
      </span>
    )
  }
  return (
    <span className={classes['who']}>
      <Pill tone="amber" icon={<IconAlertTriangle size={13} stroke={2} aria-hidden="true" />}>
        {user.has_password ? t('signIn.mustChange') : t('signIn.waiting')}
      </Pill>
    </span>
  )
}

function RowMenu({ user, isMe, onPassword, onLink }: RowProps) {
  const { t } = useTranslation('users')
  const disabled = user.disabled_at !== null
  const params = { user: user.id }
  const toggle = useUserAct(() => call(disabled ? 'users.enable' : 'users.disable', { params }))
  const makeLink = useUserAct(() => call('users.reset_link', { params }))
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('actions', { name: user.username })}>
          <IconDots size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconKey size={16} stroke={1.75} />} onClick={onPassword}>
          {isMe ? t('changeOwn') : t('setPassword')}
        </Menu.Item>
        {!isMe && (
          <Menu.Item
            leftSection={<IconLink size={16} stroke={1.75} />}
            disabled={disabled}
            onClick={() =>
              makeLink.mutate(undefined, {
                onSuccess: ({ body }) =>
                  onLink({ name: user.username, url: linkOf(body.path), until: body.expires_at }),
                onError: fail,
              })
            }
          >
            {t('resetLink')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          {...(!disabled && { color: 'red' })}
          leftSection={
            disabled ? (
              <IconUserCheck size={16} stroke={1.75} />
            ) : (
              <IconUserOff size={16} stroke={1.75} />
            )
          }
          onClick={() =>
            toggle.mutate(undefined, {
              onSuccess: () =>
                showDone(t(disabled ? 'enabledDone' : 'disabledDone', { name: user.username })),
              onError: fail,
            })
          }
        >
          {disabled ? t('enable') : t('disable')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
