// The e-mail digest of one's own inbox: the address, which a code confirms, and when it is sent.
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Notice } from '#components/surface/notice.tsx'
import { AddressFields } from './address-fields.tsx'
import classes from './digest.module.css'
import { digestQuery } from './digest-query.ts'
import { RhythmForm } from './rhythm-form.tsx'

export type DigestDialogProps = { onClose: () => void }

export function DigestDialog({ onClose }: DigestDialogProps) {
  const { t } = useTranslation(['inbox', 'common'])
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('inbox:digest.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Content onClose={onClose} />
    </Modal>
  )
}

function Content({ onClose }: DigestDialogProps) {
  const { t } = useTranslation('inbox')
  const { data: digest, error, refetch } = useQuery(digestQuery)
  if (error) {
    return <ErrorState what={t('digest.title')} error={error} onRetry={() => void refetch()} />
  }
  if (!digest) return <RowSkeleton rows={3} height={58} />
  if (!digest.available) {
    return (
      <Notice tone="neutral" title={t('digest.unavailable')}>
        {t('digest.unavailableHint')}
      </Notice>
    )
  }
  return (
    <div className={classes['parts']}>
      <p className={classes['about']}>{t('digest.about')}</p>
      <AddressFields digest={digest} />
      <RhythmForm key={`${digest.frequency} ${digest.hour}`} digest={digest} onSaved={onClose} />
    </div>
  )
}
