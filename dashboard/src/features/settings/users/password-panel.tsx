// A new password: one's own, with the earlier one, or another user's, who must then choose a new one.
import type { User } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Notice } from '#components/surface/notice.tsx'
import { PanelBody, SidePanel } from '#components/surface/side-panel.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import { NewPassword, OwnChanged, useOwnPassword } from './own-password.tsx'
import { PanelForm } from './panel-form.tsx'
import { useUserAct } from './user-queries.ts'

export function OwnPasswordPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users')
  const { change, fields, submit, isReady, error } = useOwnPassword()
  if (change.isSuccess) {
    return (
      <SidePanel width={480} title={t('changeOwn')} onClose={onClose}>
        <PanelBody>
          <OwnChanged to="settings/users" />
        </PanelBody>
      </SidePanel>
    )
  }
  return (
    <PanelForm
      title={t('changeOwn')}
      submitLabel={t('savePassword')}
      error={error}
      isPending={change.isPending}
      isReady={isReady}
      onSubmit={submit}
      onClose={onClose}
    >
      <Notice tone="neutral" title={t('ownHint')} />
      {fields}
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
