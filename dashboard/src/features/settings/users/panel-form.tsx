// A form beside the list of people: what failed on top, its fields, and at the foot the way back and the way on.
import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formError } from '#components/fields/field-errors.ts'
import { useFocusInvalid } from '#components/fields/use-focus-invalid.ts'
import { Notice } from '#components/surface/notice.tsx'
import { PanelBody, SidePanel } from '#components/surface/side-panel.tsx'
import classes from '../settings.module.css'

export function PanelForm({
  title,
  submitLabel,
  error,
  isPending,
  isReady,
  fields = [],
  onSubmit,
  onClose,
  children,
}: {
  title: string
  submitLabel: string
  error: Error | null
  isPending: boolean
  isReady: boolean
  /** Those that show their errors, as JSON Pointers. */
  fields?: readonly string[]
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const id = useId()
  useFocusInvalid(id, error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <SidePanel
      width={480}
      title={title}
      onClose={onClose}
      foot={
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={id} loading={isPending} disabled={!isReady}>
            {submitLabel}
          </Button>
        </div>
      }
    >
      <PanelBody>
        <form id={id} className={classes['form']} onSubmit={submit} noValidate>
          {error && <Notice live tone="red" title={formError(error, fields)} />}
          {children}
        </form>
      </PanelBody>
    </SidePanel>
  )
}
