// A stored file: downloaded by its name, and deleted after it was asked for twice.
import { ActionIcon, Button } from '@mantine/core'
import { IconFileText, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Attachment } from '@task-service/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Problem } from '#api/problem.ts'
import { useActorName } from '#components/marks/actor-mark.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { useLocale } from '#lib/use-locale.ts'
import classes from './attachments.module.css'
import { attachmentsKey, contentAddress } from './attachments-query.ts'
import { fileSize } from './file-size.ts'

/** A larger image would be loaded completely, only to be shown small. */
const PREVIEW_MAX_BYTES = 2 * 1024 * 1024

export function FileRow({ file }: { file: Attachment }) {
  const { t } = useTranslation('detail')
  const locale = useLocale()
  const name = useActorName(file.created_by)
  const [state, setState] = useState<'asking' | 'kept'>()
  const remove = useRemoval(file)
  return (
    <li className={classes['row']}>
      <Preview file={file} />
      <div className={classes['words']}>
        <a href={contentAddress(file)} download={file.name} className={classes['name']} dir="auto">
          {file.name}
        </a>
        <p className={classes['facts']}>
          {fileSize(file.bytes, locale)} · {name} · <RelativeTime at={file.created_at} />
        </p>
      </div>
      {state === 'asking' ? (
        <Confirm
          label={t('files.deleteNamed', { name: file.name })}
          onDelete={() => void remove().then((isGone) => isGone || setState('kept'))}
          onCancel={() => setState('kept')}
        />
      ) : (
        <ActionIcon
          className={classes['tool'] ?? ''}
          aria-label={t('files.deleteNamed', { name: file.name })}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the buttons that had the focus
          autoFocus={state === 'kept'}
          onClick={() => setState('asking')}
        >
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </li>
  )
}

/** Only of raster images, which run nothing. */
function Preview({ file }: { file: Attachment }) {
  const [isBroken, setBroken] = useState(false)
  const isShown = file.image_type !== null && file.bytes <= PREVIEW_MAX_BYTES && !isBroken
  return (
    <span className={classes['preview']} aria-hidden="true">
      {isShown ? (
        <img
          src={contentAddress(file)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      ) : (
        <IconFileText size={18} stroke={1.75} />
      )}
    </span>
  )
}

function Confirm({
  label,
  onDelete,
  onCancel,
}: {
  label: string
  onDelete: () => void
  onCancel: () => void
}) {
  const { t } = useTranslation(['detail', 'common'])
  const group = useRef<HTMLDivElement>(null)
  // Not the first: pressing Enter twice would delete.
  useEffect(() => group.current?.querySelector<HTMLElement>('button:last-of-type')?.focus(), [])
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Otherwise it would close the panel, too.
    event.stopPropagation()
    onCancel()
  }
  return (
    <div ref={group} className={classes['confirm']} role="group" aria-label={label}>
      <Button size="compact-sm" color="red" onClick={onDelete} onKeyDown={leave}>
        {t('detail:files.delete')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onCancel} onKeyDown={leave}>
        {t('common:cancel')}
      </Button>
    </div>
  )
}

function useRemoval(file: Attachment): () => Promise<boolean> {
  const { t } = useTranslation('detail')
  const client = useQueryClient()
  const key = attachmentsKey(file.task_id)
  const attempt = async (): Promise<boolean> => {
    try {
      await call('attachments.remove', { params: { task: file.task_id, attachment: file.id } })
    } catch (error) {
      // Someone else was faster.
      if (!(error instanceof Problem) || error.code !== 'attachment_not_found') {
        const why = error instanceof Error ? error.message : String(error)
        showFailure(t('files.notDeleted', { name: file.name, why }), () => void attempt(), file.id)
        return false
      }
    }
    client.setQueryData<Attachment[]>(key, (known) => known?.filter(({ id }) => id !== file.id))
    showDone(t('files.deleted', { name: file.name }))
    void client.invalidateQueries({ queryKey: ['tasks', 'activity', file.task_id] })
    return true
  }
  return attempt
}
