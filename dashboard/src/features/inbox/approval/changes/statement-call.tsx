// A named statement with typed parameters. The SQL is never here: it is in the connector's policy file.
import type { Effect } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import classes from './changes.module.css'
import { readParams, type StatementParam } from './statement-params.ts'

type Statement = NonNullable<Effect['statement']>

export function StatementCall({ statement }: { statement: Statement }) {
  const { t } = useTranslation('approvals')
  const { name, values } = statement
  const params = readParams(statement)
  return (
    <div className={classes['body']}>
      <pre
        className={classes['code']}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
        role="region"
        aria-label={t('change.parameters', { statement: name })}
      >
        <b>{name}</b>(
        {params.map((param, index) => (
          <span key={param.name}>
            {`\n   ${param.name} = `}
            <Value param={param} />
            {index < params.length - 1 && ','}
          </span>
        ))}
        {params.length > 0 && '\n'})
      </pre>
      <details className={classes['earlier']}>
        <summary>{t('change.values')}</summary>
        <dl className={classes['values']}>
          {Object.entries(values).map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{JSON.stringify(value)}</dd>
            </div>
          ))}
        </dl>
      </details>
      <p className={classes['quiet']}>{t('change.statementNote')}</p>
    </div>
  )
}

function Value({ param: { value, template } }: { param: StatementParam }) {
  const { t } = useTranslation('approvals')
  if (template !== undefined) {
    return (
      <>
        {template} <i>({t('change.later')})</i>
      </>
    )
  }
  const kind = typeof value
  return (
    <span data-kind={kind === 'string' || kind === 'number' ? kind : 'word'}>
      {JSON.stringify(value)}
    </span>
  )
}
