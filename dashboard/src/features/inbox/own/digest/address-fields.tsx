// The address of the digest: entered, confirmed with the code that was sent to it, changed or removed.
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Digest } from '@task-service/contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { fieldErrors, formError } from '#components/fields/field-errors.ts'
import { Notice } from '#components/surface/notice.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import classes from './digest.module.css'
import { digestQuery } from './digest-query.ts'

/** The response is what is shown next. */
function useDigestAct<Input>(act: (input: Input) => Promise<{ body: Digest }>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => (await act(input)).body,
    onSuccess: (digest) => client.setQueryData(digestQuery.queryKey, digest),
  })
}

export function AddressFields({ digest }: { digest: Digest }) {
  const { t } = useTranslation('inbox')
  const [isChanging, setChanging] = useState(false)
  const { address, unconfirmed_address: waiting } = digest
  const remove = useDigestAct(() => call('digest.remove_address', {}))
  return (
    <>
      {digest.address_rejected && (
        <Notice tone="amber" title={t('digest.rejected')}>
          {t('digest.rejectedHint')}
        </Notice>
      )}
      {address !== null && (
        <div className={classes['row']}>
          <span className={classes['known']}>{t('digest.sentTo', { address })}</span>
          <Button variant="default" size="compact-md" onClick={() => setChanging(!isChanging)}>
            {t('digest.change')}
          </Button>
          <Button
            variant="default"
            size="compact-md"
            loading={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          >
            {t('digest.remove')}
          </Button>
        </div>
      )}
      {waiting === null ? (
        (address === null || isChanging) && <AddressForm onSent={() => setChanging(false)} />
      ) : (
        <CodeForm key={waiting} address={waiting} />
      )}
    </>
  )
}

function AddressForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation('inbox')
  const [address, setAddress] = useState('')
  const send = useDigestAct((wanted: string) =>
    call('digest.set_address', { body: { address: wanted } }),
  )
  return (
    <OneField
      error={send.error}
      field="/address"
      submitLabel={t('digest.sendCode')}
      isPending={send.isPending}
      isReady={address.trim() !== ''}
      onSubmit={() => send.mutate(address.trim(), { onSuccess: onSent })}
    >
      {(fault) => (
        <TextInput
          type="email"
          autoComplete="email"
          label={t('digest.address')}
          value={address}
          error={fault}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      )}
    </OneField>
  )
}

function CodeForm({ address }: { address: string }) {
  const { t } = useTranslation('inbox')
  const [code, setCode] = useState('')
  const confirm = useDigestAct((typed: string) =>
    call('digest.confirm_address', { body: { code: typed } }),
  )
  const again = useDigestAct(() => call('digest.set_address', { body: { address } }))
  const resend = () =>
    again.mutate(undefined, { onSuccess: () => showDone(t('digest.sentAgain', { address })) })
  return (
    <>
      <OneField
        error={confirm.error ?? again.error}
        field="/code"
        submitLabel={t('digest.confirm')}
        isPending={confirm.isPending}
        isReady={code.trim() !== ''}
        onSubmit={() =>
          confirm.mutate(code.trim(), { onSuccess: () => showDone(t('digest.confirmed')) })
        }
      >
        {(fault) => (
          <TextInput
            label={t('digest.code')}
            description={t('digest.codeHint', { address })}
            autoComplete="one-time-code"
            data-autofocus
            value={code}
            error={fault}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
      </OneField>
      <div>
        <Button variant="subtle" size="compact-md" loading={again.isPending} onClick={resend}>
          {t('digest.sendAgain')}
        </Button>
      </div>
    </>
  )
}

function OneField({
  error,
  field,
  submitLabel,
  isPending,
  isReady,
  onSubmit,
  children,
}: {
  error: Error | null
  field: string
  submitLabel: string
  isPending: boolean
  isReady: boolean
  onSubmit: () => void
  children: (fault: string | undefined) => ReactNode
}) {
  const fault = fieldErrors(error)(field)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={classes['form']} onSubmit={submit} noValidate>
      {error && fault === undefined && <Notice live tone="red" title={formError(error, [field])} />}
      <div className={classes['row']}>
        {children(fault)}
        <Button type="submit" variant="default" loading={isPending} disabled={!isReady}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
