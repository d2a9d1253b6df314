// Takes something away for good, once its name was typed.
import { Button, Modal, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../surface/notice.tsx'
import classes from './remove-by-name.module.css'
import type { Removal } from './use-removal.ts'

export function RemoveByName({
  title,
  typeLabel,
  submitLabel,
  name,
  removal,
  onClose,
  children,
}: {
  title: string
  typeLabel: string
  submitLabel: string
  /** What has to be typed. */
  name: string
  removal: Removal
  onClose: () => void
  /** What goes with it, and what stays. */
  children: ReactNode
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <p className={classes['text']}>{children}</p>
      <div className={classes['stack']}>
        <TextInput
          label={typeLabel}
          value={typed}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {removal.error && <Notice live tone="red" title={removal.error.message} />}
      </div>
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          color="red"
          disabled={typed.trim() !== name}
          loading={removal.isPending}
          onClick={() => removal.mutate()}
        >
          {submitLabel}
        </Button>
      </div>
    </Modal>
  )
}
