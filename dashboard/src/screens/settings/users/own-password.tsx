// Changing one's own password, wherever that is asked for: the fields, the request, and what comes after it.
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, uiBase } from '../../../api/call.ts'
import { PasswordField } from '../../../parts/fields/password-field.tsx'
import { Notice } from '../../../parts/surface/notice.tsx'

export function useOwnPassword() {
  const { t } = useTranslation('users')
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  // Nothing is read anew after it: the browser still sends the earlier one.
  const change = useMutation({
    mutationFn: () =>
      call('me.change_password', { body: { current_password: current, new_password: password } }),
  })
  const fields = (
    <>
      <PasswordField
        label={t('currentPassword')}
        value={current}
        autoComplete="current-password"
        data-autofocus
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <NewPassword value={password} onChange={setPassword} />
    </>
  )
  return { change, fields, isReady: current !== '' && password !== '' }
}

export function NewPassword({
  value,
  onChange,
}: {
  value: string
  onChange: (value: string) => void
}) {
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
export function OwnChanged({ to }: { to: string }) {
  const { t } = useTranslation('users')
  const again = new URL('sign-in', uiBase)
  again.searchParams.set('to', to)
  return (
    <Notice
      live
      tone="green"
      title={t('ownChanged')}
      actions={
        <Button component="a" href={again.href} size="compact-md" data-autofocus>
          {t('signInAgain')}
        </Button>
      }
    >
      {t('ownChangedHint')}
    </Notice>
  )
}
