// Changing one's own password, wherever that is asked for: the fields, the request, and what comes after it.
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, uiBase } from '#api/call.ts'
import { Problem } from '#api/problem.ts'
import { PasswordField } from '#components/fields/password-field.tsx'
import { Notice } from '#components/surface/notice.tsx'

/** As the server rejects it, and as the hint says. */
const SHORTEST = 12

export function useOwnPassword() {
  const { t } = useTranslation('users')
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  // Nothing is refetched after it: the browser still sends the earlier password.
  const change = useMutation({
    mutationFn: () =>
      call('me.change_password', { body: { current_password: current, new_password: password } }),
  })
  const [isShort, setShort] = useState(false)
  const code = change.error instanceof Problem ? change.error.code : undefined
  const isWrong = code === 'password_wrong'
  const refusal = code === 'password_refused' ? change.error?.message : undefined
  const currentField = useRef<HTMLInputElement>(null)
  // Its error is read out when it gets the focus.
  useEffect(() => {
    if (isWrong) currentField.current?.focus()
  }, [isWrong])
  // Code points, as the server counts them.
  const { length } = Array.from(password)
  const shortness = isShort ? t('tooShort', { count: length, min: SHORTEST }) : undefined
  const fields = (
    <>
      <PasswordField
        ref={currentField}
        label={t('currentPassword')}
        value={current}
        autoComplete="current-password"
        data-autofocus
        error={isWrong && t('wrongPassword')}
        onChange={(event) => {
          setCurrent(event.currentTarget.value)
          change.reset()
        }}
      />
      <NewPassword
        value={password}
        error={shortness ?? refusal}
        onChange={(value) => {
          setPassword(value)
          setShort(false)
          change.reset()
        }}
      />
    </>
  )
  const submit = () => {
    if (length < SHORTEST) setShort(true)
    else change.mutate()
  }
  return {
    change,
    fields,
    submit,
    isReady: current !== '' && password !== '',
    /** What no field shows. */
    error: isWrong || refusal !== undefined ? null : change.error,
  }
}

export function NewPassword({
  value,
  error,
  onChange,
}: {
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}) {
  const { t } = useTranslation('users')
  return (
    <PasswordField
      label={t('newPassword')}
      description={t('passwordHint')}
      value={value}
      error={error}
      autoComplete="new-password"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The browser has to get the new password, which only its own sign-in dialog can do. */
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
