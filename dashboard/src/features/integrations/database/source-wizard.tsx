// From a connector to tasks in five steps: connector, statements, columns, templates, and what would become of real rows.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Provider, StatementFace } from '@task-service/contract'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '#components/fields/field-errors.ts'
import { Notice } from '#components/surface/notice.tsx'
import { PanelBody, SidePanel } from '#components/surface/side-panel.tsx'
import { statementsQuery } from '#features/connectors/connector-queries.ts'
import { emptyDraft } from '../connect/draft.ts'
import { useConnect, useTest } from '../connect/use-connect.ts'
import { ColumnStep } from './column-step.tsx'
import { ConnectorStep } from './connector-step.tsx'
import { PreviewStep } from './preview-step.tsx'
import { StatementStep } from './statement-step.tsx'
import { StepList } from './step-list.tsx'
import type { StepProps } from './step-props.ts'
import { TemplateStep } from './template-step.tsx'
import classes from './wizard.module.css'
import {
  type Config,
  findFace,
  forgetAfter,
  guessColumns,
  guessStatements,
  isStepDone,
  STEPS,
  type Step,
} from './wizard-steps.ts'

export function SourceWizard({
  provider,
  onBack,
  onClose,
}: {
  provider: Provider
  onBack: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('integrations')
  const id = useId()
  const wizard = useWizard(provider)
  const { step, draft, test, connect } = wizard
  const isLast = step === 'preview'
  const error = connect.error ?? test.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isStepDone(provider, step, draft)) return
    if (!isLast) wizard.goToNext()
    else if (test.data?.ok) connect.mutate(draft)
    else test.mutate(draft)
  }
  return (
    <SidePanel
      width={560}
      title={t('connect.title', { name: provider.name })}
      onClose={onClose}
      foot={<Foot formId={id} wizard={wizard} provider={provider} onBack={onBack} />}
    >
      <PanelBody>
        <form id={id} className={classes['form']} onSubmit={submit} noValidate>
          <StepList step={step} isReached={(one) => wizard.isReached(one)} onChoose={wizard.goTo} />
          {error && <Notice live tone="red" title={error.message} />}
          <StepContent step={step} wizard={wizard} provider={provider} error={error} />
        </form>
      </PanelBody>
    </SidePanel>
  )
}

type Wizard = ReturnType<typeof useWizard>

function useWizard(provider: Provider) {
  const [step, setStep] = useState<Step>('connector')
  const [draft, setDraft] = useState(() => emptyDraft(provider))
  const test = useTest(provider)
  const connect = useConnect(provider)
  const connector = String(draft.config['connector'] ?? '')
  const faces =
    useQuery({ ...statementsQuery(connector), enabled: connector !== '' }).data?.data ?? []
  const place = STEPS.indexOf(step)
  const isReached = (wanted: Step): boolean =>
    STEPS.slice(0, STEPS.indexOf(wanted)).every((one) => isStepDone(provider, one, draft))
  const goTo = (next: Step) => {
    setDraft((now) => ({ ...now, config: guessFor(next, faces, now.config) }))
    setStep(next)
  }
  const change = (config: Config) => {
    // The result is about the values before this change.
    test.reset()
    setDraft((now) => {
      const kept = Object.keys(config).reduce((all, name) => forgetAfter(name, all), now.config)
      return { ...now, config: { ...kept, ...config } }
    })
  }
  return {
    step,
    draft,
    faces,
    test,
    connect,
    isReached,
    goTo,
    goToNext: () => goTo(STEPS[place + 1] ?? step),
    goBack: place === 0 ? undefined : () => setStep(STEPS[place - 1] ?? step),
    setName: (name: string) => setDraft((now) => ({ ...now, name })),
    change,
  }
}

function guessFor(step: Step, faces: readonly StatementFace[], config: Config): Config {
  if (step === 'statements') return guessStatements(faces, config)
  const list = findFace(faces, config, 'read_statement')
  return step === 'columns' && list ? guessColumns(list, config) : config
}

function StepContent({
  step,
  wizard: { draft, faces, test, setName, change },
  provider,
  error,
}: {
  step: Step
  wizard: Wizard
  provider: Provider
  error: Error | null
}) {
  const props: StepProps = {
    provider,
    draft,
    faces,
    errorAt: fieldErrors(error),
    onName: setName,
    onConfig: change,
  }
  switch (step) {
    case 'connector':
      return <ConnectorStep {...props} />
    case 'statements':
      return <StatementStep {...props} />
    case 'columns':
      return <ColumnStep {...props} />
    case 'templates':
      return <TemplateStep {...props} />
    case 'preview':
      return <PreviewStep {...props} check={test.data} isTesting={test.isPending} />
  }
}

function Foot({
  formId,
  wizard,
  provider,
  onBack,
}: {
  formId: string
  wizard: Wizard
  provider: Provider
  onBack: () => void
}) {
  const { t } = useTranslation('integrations')
  const { step, draft, test, connect, goBack } = wizard
  const isLast = step === 'preview'
  return (
    <div className={classes['foot']}>
      <Button variant="subtle" onClick={goBack ?? onBack}>
        {goBack ? t('source.back') : t('gallery.another')}
      </Button>
      {isLast && test.data?.ok === false && (
        <Button variant="default" loading={connect.isPending} onClick={() => connect.mutate(draft)}>
          {t('connect.submitUntested')}
        </Button>
      )}
      <Button
        type="submit"
        form={formId}
        disabled={!isStepDone(provider, step, draft)}
        loading={test.isPending || connect.isPending}
      >
        {!isLast ? t('source.next') : test.data?.ok ? t('connect.submit') : t('connect.test')}
      </Button>
    </div>
  )
}
