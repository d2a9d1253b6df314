// The second step: the statement that lists rows, the one that gives a row, and the one that writes.
import { useTranslation } from 'react-i18next'
import { Notice } from '#components/surface/notice.tsx'
import { ConfigField } from '../connect/connection-fields.tsx'
import type { StepProps } from './step-props.ts'
import classes from './wizard.module.css'
import { fieldsOf, findFace } from './wizard-steps.ts'

export function StatementStep({ provider, draft, faces, errorAt, onConfig }: StepProps) {
  const { t } = useTranslation('integrations')
  const write = findFace(faces, draft.config, 'write_statement')
  return (
    <>
      <p className={classes['text']}>{t('source.statementsText')}</p>
      {fieldsOf(provider, 'statements').map((field) => (
        <div key={field.name} className={classes['choice']}>
          <ConfigField
            field={field}
            provider={provider}
            config={draft.config}
            error={errorAt(`/config/${field.name}`)}
            onChange={(value) => onConfig({ [field.name]: value })}
          />
          <Described text={findFace(faces, draft.config, field.name)?.description} />
        </div>
      ))}
      {write && write.fence === undefined && (
        <Notice tone="amber" title={t('source.noFence')}>
          {t('source.noFenceText')}
        </Notice>
      )}
    </>
  )
}

/** The description in the policy file. */
function Described({ text }: { text: string | undefined }) {
  return text ? <p className={classes['quiet']}>{text}</p> : null
}
