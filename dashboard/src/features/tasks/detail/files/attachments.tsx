// The files of a task: added by button, by dropping or by pasting them, and downloaded by their names.
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './attachments.module.css'
import { attachmentsQuery } from './attachments-query.ts'
import { FileRow } from './file-row.tsx'
import { UploadRow } from './upload-row.tsx'
import { useSendFiles, useUploads } from './uploads.ts'
import { useDroppedFiles } from './use-dropped-files.ts'

export function Attachments({ task }: { task: Task }) {
  const { t } = useTranslation(['detail', 'common'])
  const { data: files = [], error, refetch } = useQuery(attachmentsQuery(task.id))
  const uploads = useUploads().filter(({ taskId }) => taskId === task.id)
  const { send, resend } = useSendFiles()
  const input = useRef<HTMLInputElement>(null)
  const isDragging = useDroppedFiles((dropped) => send(task.id, dropped))
  const count = files.length
  return (
    <section
      className={classes['files']}
      aria-label={t('detail:files.title')}
      data-dragging={isDragging || undefined}
    >
      {count + uploads.length > 0 && (
        <h3>
          {t('detail:files.title')}
          {count > 0 && <span className="figure">{count}</span>}
        </h3>
      )}
      {error && count === 0 && (
        <p className={classes['failure']} role="alert">
          {t('detail:files.unknown')}{' '}
          <button type="button" className={classes['action']} onClick={() => void refetch()}>
            {t('detail:files.again')}
          </button>
        </p>
      )}
      <ul>
        {files.map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
        {uploads.map((upload) => (
          <UploadRow key={upload.key} upload={upload} onRetry={() => resend(upload)} />
        ))}
      </ul>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('detail:files.add')}
        onChange={({ currentTarget }) => {
          send(task.id, currentTarget.files ?? [])
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <button type="button" className={classes['add']} onClick={() => input.current?.click()}>
        <IconPaperclip size={14} stroke={1.75} aria-hidden="true" />
        {isDragging ? t('detail:files.drop') : t('detail:files.add')}
      </button>
    </section>
  )
}
