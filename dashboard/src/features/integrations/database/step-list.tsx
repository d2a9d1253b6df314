// Where one is among the steps; those that were reached can be gone back to.
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './wizard.module.css'
import { STEPS, type Step } from './wizard-steps.ts'

export function StepList({
  step,
  isReached,
  onChoose,
}: {
  step: Step
  isReached: (step: Step) => boolean
  onChoose: (step: Step) => void
}) {
  const { t } = useTranslation('integrations')
  const at = STEPS.indexOf(step)
  return (
    <ol className={classes['steps']} aria-label={t('source.steps')}>
      {STEPS.map((one, place) => (
        <li key={one}>
          <button
            type="button"
            aria-current={one === step ? 'step' : undefined}
            data-done={place < at || undefined}
            disabled={place > at && !isReached(one)}
            onClick={() => onChoose(one)}
          >
            <i aria-hidden="true">
              {place < at ? <IconCheck size={12} stroke={2.5} /> : place + 1}
            </i>
            <span>{t(`source.step.${one}`)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
