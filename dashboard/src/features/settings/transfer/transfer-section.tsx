// Settings → Import and export: a file becomes tasks, and tasks become a file.
import { Button, FileButton } from '@mantine/core'
import { IconDownload, IconFileImport, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Import } from '@task-service/contract'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '#api/call.ts'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Notice } from '#components/surface/notice.tsx'
import settings from '../settings.module.css'
import { SettingsFrame } from '../settings-frame.tsx'
import { ImportPanel } from './import-panel.tsx'
import { importsQuery, upload, useImportAct } from './import-queries.ts'
import { ImportRow } from './import-row.tsx'
import classes from './transfer.module.css'

const ACCEPTED = '.csv,.tsv,.txt,.jsonl,.ndjson'

export function TransferSection({ navigation }: { navigation: ReactNode }) {
  const { t } = useTranslation('transfer')
  const imports = useQuery(importsQuery)
  const [openId, setOpenId] = useState<string>()
  const open = imports.data?.find(({ id }) => id === openId)
  return (
    <SettingsFrame
      title={t('title')}
      navigation={navigation}
      panel={
        open && <ImportPanel key={open.id} shown={open} onClose={() => setOpenId(undefined)} />
      }
    >
      <UploadArea onUploaded={({ id }) => setOpenId(id)} />
      {imports.isError && (
        <ErrorState
          what={t('imports')}
          error={imports.error}
          onRetry={() => void imports.refetch()}
        />
      )}
      {imports.isPending && <RowSkeleton rows={3} height={56} />}
      {imports.data && <Imports imports={imports.data} onOpen={setOpenId} />}
      {/* Below a list whose height is known only then, or it would be pushed down. */}
      {!imports.isPending && <ExportSheet />}
    </SettingsFrame>
  )
}

function UploadArea({ onUploaded }: { onUploaded: (made: Import) => void }) {
  const { t } = useTranslation('transfer')
  const [isOver, setOver] = useState(false)
  const send = useImportAct(upload)
  const take = (file: File | null | undefined) => {
    if (file) send.mutate(file, { onSuccess: onUploaded })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- files are dropped with a pointer only; the button does the same */}
      <section
        className={classes['drop']}
        data-over={isOver || undefined}
        aria-label={t('upload')}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileImport size={24} stroke={1.5} aria-hidden="true" />
        <p>{t('dropHint')}</p>
        <FileButton accept={ACCEPTED} onChange={take}>
          {(props) => (
            <Button
              {...props}
              loading={send.isPending}
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden="true" />}
            >
              {t('choose')}
            </Button>
          )}
        </FileButton>
      </section>
      {send.error && <Notice live tone="red" title={send.error.message} />}
    </>
  )
}

function Imports({
  imports,
  onOpen,
}: {
  imports: readonly Import[]
  onOpen: (id: string) => void
}) {
  const { t } = useTranslation('transfer')
  if (imports.length === 0) {
    return (
      <EmptyState
        icon={<IconFileImport size={24} stroke={1.5} aria-hidden="true" />}
        title={t('empty.title')}
      >
        {t('empty.text')}
      </EmptyState>
    )
  }
  return (
    <section className={settings['sheet']} aria-label={t('imports')}>
      <h2 className={classes['head']}>{t('imports')}</h2>
      <ul className={settings['list']}>
        {imports.map((one) => (
          <li key={one.id}>
            <ImportRow shown={one} onOpen={() => onOpen(one.id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ExportSheet() {
  const { t } = useTranslation('transfer')
  return (
    <section className={settings['sheet']} aria-label={t('export.title')}>
      <h2 className={classes['head']}>{t('export.title')}</h2>
      <div className={classes['export']}>
        <p className={settings['quiet']}>{t('export.text')}</p>
        <Button
          component="a"
          variant="default"
          href={addressOf('/tasks/export?bom=true')}
          download
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
        >
          {t('export.csv')}
        </Button>
      </div>
    </section>
  )
}
