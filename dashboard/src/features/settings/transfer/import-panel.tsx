// Beside the list: the columns of a file and their fields, what the dry run found, and what can be done next.
import { Button, TextInput } from '@mantine/core'
import type { Import, ImportMapping } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf, call } from '#api/call.ts'
import { Notice } from '#components/surface/notice.tsx'
import { SidePanel } from '#components/surface/side-panel.tsx'
import settings from '../settings.module.css'
import { ErrorTable } from './error-table.tsx'
import { isRunning, useImportAct } from './import-queries.ts'
import { Counts, ImportProgress } from './import-row.tsx'
import { MappingTable } from './mapping-table.tsx'
import classes from './transfer.module.css'

type Draft = { mapping: ImportMapping; queue: string; source: string }

function draftOf({ mapping, defaults }: Import): Draft {
  return { mapping, queue: defaults.queue ?? '', source: defaults.source ?? '' }
}

export function ImportPanel({ shown, onClose }: { shown: Import; onClose: () => void }) {
  const { t } = useTranslation('transfer')
  const [draft, setDraft] = useState(() => draftOf(shown))
  const isFixed = isRunning(shown) || shown.created > 0 || shown.state === 'finished'
  const { failure } = shown
  return (
    <SidePanel
      title={shown.name}
      width={560}
      onClose={onClose}
      foot={<Actions shown={shown} draft={draft} onClose={onClose} />}
    >
      <div className={classes['panel']}>
        <p className={settings['quiet']} aria-live="polite">
          {t(`state.${shown.state}`)}: <Counts shown={shown} />
        </p>
        {isRunning(shown) && <ImportProgress shown={shown} />}
        {failure !== null && <Notice tone="red" title={failure} />}
        <ErrorTable shown={shown} />
        <MappingTable
          columns={shown.columns}
          mapping={draft.mapping}
          isFixed={isFixed}
          onChange={(mapping) => setDraft((now) => ({ ...now, mapping }))}
        />
        {!isFixed && (
          <div className={classes['defaults']}>
            <TextInput
              label={t('defaultQueue')}
              description={t('defaultQueueHint')}
              value={draft.queue}
              maxLength={63}
              onChange={({ currentTarget: { value } }) =>
                setDraft((now) => ({ ...now, queue: value }))
              }
            />
            <TextInput
              label={t('source')}
              description={t('sourceHint')}
              value={draft.source}
              maxLength={100}
              onChange={({ currentTarget: { value } }) =>
                setDraft((now) => ({ ...now, source: value }))
              }
            />
          </div>
        )}
      </div>
    </SidePanel>
  )
}

async function validate({ id }: Import, { mapping, queue, source }: Draft): Promise<void> {
  const defaults = { ...(queue !== '' && { queue }), ...(source !== '' && { source }) }
  await call('imports.validate', { params: { import_id: id }, body: { mapping, defaults } })
}

type Act = ReturnType<typeof useImportAct>

function useActs(shown: Import, draft: Draft) {
  const params = { import_id: shown.id }
  const check = useImportAct(() => validate(shown, draft))
  const start = useImportAct(() => call('imports.start', { params }))
  const cancel = useImportAct(() => call('imports.cancel', { params }))
  const remove = useImportAct(() => call('imports.remove', { params }))
  const error = [check, start, cancel, remove].find((one) => one.error)?.error
  return { check, start, cancel, remove, error }
}

function Actions({ shown, draft, onClose }: { shown: Import; draft: Draft; onClose: () => void }) {
  const { t } = useTranslation('transfer')
  const { check, start, cancel, remove, error } = useActs(shown, draft)
  return (
    <div className={classes['actions']}>
      {error && <Notice live tone="red" title={error.message} />}
      <div className={settings['buttons']}>
        {isRunning(shown) ? (
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate(undefined)}
          >
            {t('stop')}
          </Button>
        ) : (
          <>
            {shown.rejected > 0 && <DownloadErrors id={shown.id} />}
            <Button
              variant="default"
              loading={remove.isPending}
              onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
            >
              {t('remove')}
            </Button>
          </>
        )}
        <NextSteps shown={shown} draft={draft} check={check} start={start} />
      </div>
    </div>
  )
}

function DownloadErrors({ id }: Pick<Import, 'id'>) {
  const { t } = useTranslation('transfer')
  const href = addressOf(`/imports/${id}/errors`)
  return (
    <Button component="a" variant="default" download href={href}>
      {t('downloadErrors')}
    </Button>
  )
}

type NextStepsProps = { shown: Import; draft: Draft; check: Act; start: Act }

/** The dry run, and the import that it leads to. */
function NextSteps({ shown, draft, check, start }: NextStepsProps) {
  const { t } = useTranslation('transfer')
  const { state, created, progress, valid } = shown
  const isStopped = state === 'canceled' || state === 'failed'
  const canCheck = state === 'uploaded' || state === 'ready' || (isStopped && created === 0)
  const canStart = state === 'ready' || (isStopped && progress.rows_total !== null)
  const isTitled = draft.mapping.some(({ field }) => field === 'title')
  return (
    <>
      {canCheck && (
        <Button
          variant={canStart ? 'default' : 'filled'}
          disabled={!isTitled}
          loading={check.isPending}
          onClick={() => check.mutate(undefined)}
        >
          {t('check')}
        </Button>
      )}
      {canStart && (
        <Button loading={start.isPending} onClick={() => start.mutate(undefined)}>
          {isStopped ? t('continue') : t('start', { count: valid })}
        </Button>
      )}
    </>
  )
}
