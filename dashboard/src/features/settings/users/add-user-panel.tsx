// Adds a user: with an invite link, or with a password that is set here.
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { type ErrorAt, fieldErrors } from '#components/fields/field-errors.ts'
import { PasswordField } from '#components/fields/password-field.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import type { OneTimeLink } from './link-once.tsx'
import { PanelForm } from './panel-form.tsx'
import { linkOf, useUserAct } from './user-queries.ts'

type Draft = { username: string; name: string; givesPassword: boolean; password: string }
/** Those that show their errors. */
const FIELDS = ['/username', '/name', '/password'] as const
const empty: Draft = { username: '', name: '', givesPassword: false, password: '' }

export function AddUserPanel({
  onClose,
  onLink,
}: {
  onClose: () => void
  onLink: (link: OneTimeLink) => void
}) {
  const { t } = useTranslation('users')
  const [draft, setDraft] = useState(empty)
  const add = useUserAct(() => call('users.create', { body: bodyOf(draft) }))
  const submit = () =>
    add.mutate(undefined, {
      onSuccess: ({ body: { user, reset_link: link } }) => {
        showDone(t('addedDone', { name: user.username }))
        if (link) onLink({ name: user.username, url: linkOf(link.path), until: link.expires_at })
        onClose()
      },
    })
  return (
    <PanelForm
      title={t('add')}
      submitLabel={t('add')}
      error={add.error}
      isPending={add.isPending}
      isReady={draft.username.trim() !== ''}
      fields={FIELDS}
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields
        draft={draft}
        errorAt={fieldErrors(add.error)}
        onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
      />
    </PanelForm>
  )
}

function bodyOf({ username, name, givesPassword, password }: Draft) {
  return {
    username: username.trim(),
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(givesPassword && { password }),
  }
}

function Fields({
  draft,
  errorAt,
  onChange,
}: {
  draft: Draft
  errorAt: ErrorAt
  onChange: (change: Partial<Draft>) => void
}) {
  const { t } = useTranslation('users')
  return (
    <>
      <TextInput
        label={t('username')}
        description={t('usernameHint')}
        value={draft.username}
        required
        autoComplete="off"
        data-autofocus
        error={errorAt('/username')}
        onChange={(event) => onChange({ username: event.currentTarget.value })}
      />
      <TextInput
        label={t('name')}
        value={draft.name}
        error={errorAt('/name')}
        autoComplete="off"
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Switch
        label={t('givePassword')}
        description={draft.givesPassword ? t('givePasswordHint') : t('linkHint')}
        checked={draft.givesPassword}
        onChange={(event) => onChange({ givesPassword: event.currentTarget.checked })}
      />
      {draft.givesPassword && (
        <PasswordField
          label={t('password')}
          description={t('passwordHint')}
          value={draft.password}
          error={errorAt('/password')}
          autoComplete="new-password"
          onChange={(event) => onChange({ password: event.currentTarget.value })}
        />
      )}
    </>
  )
}
