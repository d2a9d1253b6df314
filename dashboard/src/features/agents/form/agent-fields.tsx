// The fields of an agent; each shows what the server said about it.
import { Checkbox, Pill, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Problem } from '#api/problem.ts'
import { type ErrorAt, fieldErrors } from '#components/fields/field-errors.ts'
import { queuesQuery } from '#features/queues/queue-queries.ts'
import { type BudgetDraft, type Draft, onlyDecimal, onlyDigits } from './draft.ts'
import classes from './form.module.css'

/** Those that show their errors. */
export const AGENT_FIELDS = [
  '/name',
  '/description',
  '/queues',
  '/concurrency',
  '/max_attempts',
  ...['day', 'run'].flatMap((span) =>
    ['seconds', 'calls', 'effects'].map((what) => `/${span}_budget/${what}`),
  ),
]

type Part = {
  draft: Draft
  errorAt: ErrorAt
  onChange: (change: Partial<Draft>) => void
}

export function AgentFields({
  draft,
  isNew,
  problem,
  onChange,
}: {
  draft: Draft
  /** The name never changes. */
  isNew: boolean
  problem: Problem | undefined
  onChange: (change: Partial<Draft>) => void
}) {
  const { t } = useTranslation('agents')
  const errorAt = fieldErrors(problem)
  const part = { draft, errorAt, onChange }
  return (
    <>
      {isNew && (
        <TextInput
          label={t('form.name')}
          description={t('form.nameHint')}
          placeholder="docs-agent"
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={63}
          value={draft.name}
          error={problem?.code === 'agent_name_taken' ? problem.message : errorAt('/name')}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      )}
      <Textarea
        label={t('form.description')}
        description={t('form.descriptionHint')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={500}
        value={draft.description}
        error={errorAt('/description')}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <WorkFields {...part} />
      <TrustFields {...part} />
      <BudgetFields {...part} name="day" />
      <BudgetFields {...part} name="run" />
    </>
  )
}

function WorkFields({ draft, errorAt, onChange }: Part) {
  const { t } = useTranslation('agents')
  const queues = useQuery(queuesQuery).data ?? []
  return (
    <>
      <TagsInput
        label={t('form.queues')}
        description={t('form.queuesHint')}
        data={queues.map(({ name }) => name)}
        value={draft.queues}
        error={errorAt('/queues')}
        acceptValueOnBlur
        // The library's own button can't be reached by keyboard.
        renderPill={({ option: { value }, onRemove }) => (
          <Pill
            withRemoveButton
            removeButtonProps={{
              tabIndex: 0,
              'aria-hidden': false,
              'aria-label': t('form.removeQueue', { queue: value }),
            }}
            onRemove={() => onRemove?.()}
          >
            {value}
          </Pill>
        )}
        onChange={(chosen) => onChange({ queues: chosen })}
      />
      <div className={classes['pair']}>
        <TextInput
          label={t('form.concurrency')}
          placeholder={t('form.noLimit')}
          inputMode="numeric"
          value={draft.concurrency}
          error={errorAt('/concurrency')}
          onChange={(event) => onChange({ concurrency: onlyDigits(event.currentTarget.value) })}
        />
        <TextInput
          label={t('form.maxAttempts')}
          inputMode="numeric"
          value={draft.maxAttempts}
          error={errorAt('/max_attempts')}
          onChange={(event) => onChange({ maxAttempts: onlyDigits(event.currentTarget.value) })}
        />
      </div>
    </>
  )
}

function TrustFields({ draft, onChange }: Part) {
  const { t } = useTranslation('agents')
  return (
    <fieldset className={classes['group']}>
      <legend>{t('mayTitle')}</legend>
      <Checkbox
        label={t('form.readsExternal')}
        description={t('form.readsExternalHint')}
        checked={draft.readsExternal}
        onChange={(event) => onChange({ readsExternal: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('form.readsBeyondClaim')}
        description={t('form.readsBeyondClaimHint')}
        checked={draft.readsBeyondClaim}
        onChange={(event) => onChange({ readsBeyondClaim: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('form.writesOutward')}
        description={t('form.writesOutwardHint')}
        checked={draft.writesOutward}
        onChange={(event) => onChange({ writesOutward: event.currentTarget.checked })}
      />
      {draft.readsExternal && draft.readsBeyondClaim && draft.writesOutward && (
        <p className={classes['warning']}>{t('risky')}</p>
      )}
    </fieldset>
  )
}

function BudgetFields({ draft, errorAt, onChange, name }: Part & { name: 'day' | 'run' }) {
  const { t } = useTranslation('agents')
  const budget = draft[name]
  const set = (change: Partial<BudgetDraft>) => onChange({ [name]: { ...budget, ...change } })
  return (
    <fieldset className={classes['group']}>
      <legend>{t(`form.${name}Budget`)}</legend>
      <div className={classes['triple']}>
        <TextInput
          label={t('form.minutes')}
          placeholder={t('form.noLimit')}
          inputMode="decimal"
          value={budget.minutes}
          error={errorAt(`/${name}_budget/seconds`)}
          onChange={(event) => set({ minutes: onlyDecimal(event.currentTarget.value) })}
        />
        <TextInput
          label={t('budget.calls')}
          placeholder={t('form.noLimit')}
          inputMode="numeric"
          value={budget.calls}
          error={errorAt(`/${name}_budget/calls`)}
          onChange={(event) => set({ calls: onlyDigits(event.currentTarget.value) })}
        />
        <TextInput
          label={t('budget.effects')}
          placeholder={t('form.noLimit')}
          inputMode="numeric"
          value={budget.effects}
          error={errorAt(`/${name}_budget/effects`)}
          onChange={(event) => set({ effects: onlyDigits(event.currentTarget.value) })}
        />
      </div>
    </fieldset>
  )
}
