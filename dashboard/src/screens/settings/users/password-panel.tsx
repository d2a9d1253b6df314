// A new password: one's own, with the earlier one, or somebody else's, who is then asked for one of their own.
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { User } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, uiBase } from '../../../api/call.ts'
import { PasswordField } from '../../../parts/fields/password-field.tsx'
import { Notice } from '../../../parts/surface/notice.tsx'
import { PanelBody, SidePanel } from '../../../parts/surface/side-panel.tsx'
import { showDone } from '../../../parts/toasts.tsx'
import { PanelForm } from './panel-form.tsx'
import { useUserAct } from './user-queries.ts'

export function OwnPasswordPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users')
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  // Nothing is read anew after it: the browser still sends the earlier one.
  const change = useMutation({
    mutationFn: () =>
      call('me.change_password', { body: { current_password: current, new_password: password } }),
  })
  if (change.isSuccess) return <OwnChanged onClose={onClose} />
  return (
    <PanelForm
      title={t('changeOwn')}
      submitLabel={t('savePassword')}
      error={change.error}
      isPending={change.isPending}
      isReady={password !== ''}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <Notice tone="neutral" title={t('ownHint')} />
      <PasswordField
        label={t('currentPassword')}
        value={current}
        autoComplete="current-password"
        data-autofocus
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <NewPassword value={password} onChange={setPassword} />
    </PanelForm>
  )
}

export function TheirPasswordPanel({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('users')
  const [password, setPassword] = useState('')
  const set = useUserAct(() =>
    call('users.set_password', { params: { user: user.id }, body: { password } }),
  )
  const submit = () =>
    set.mutate(undefined, {
      onSuccess: () => {
        showDone(t('passwordSet', { name: user.username }))
        onClose()
      },
    })
  return (
    <PanelForm
      title={t('setPasswordOf', { name: user.username })}
      submitLabel={t('savePassword')}
      error={set.error}
      isPending={set.isPending}
      isReady={password !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Notice tone="neutral" title={t('setHint')} />
      <NewPassword value={password} onChange={setPassword} />
    </PanelForm>
  )
}

function NewPassword({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('users')
  return (
    <PasswordField
      label={t('newPassword')}
      description={t('passwordHint')}
      value={value}
      autoComplete="new-password"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The browser has to be told the new one, which only its own window can do. */
function OwnChanged({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users')
  const again = new URL('sign-in?to=settings/users', uiBase).href
  return (
    <SidePanel width={480} title={t('changeOwn')} onClose={onClose}>
      <PanelBody>
        <Notice
          live
          tone="green"
          title={t('ownChanged')}
          actions={
            <Button component="a" href={again} size="compact-md" data-autofocus>
              {t('signInAgain')}
            </Button>
          }
        >
          {t('ownChangedHint')}
        </Notice>
      </PanelBody>
    </SidePanel>
  )
}
