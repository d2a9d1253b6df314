// One operation: what it does, what it takes, what it answers, and the request to copy.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '#components/code/code-block.tsx'
import { Pill } from '#components/surface/pill.tsx'
import { exampleOf, pathOf } from '../document/example.ts'
import type {
  OpenApi,
  Operation,
  Parameter,
  ProblemAnswer,
  SuccessAnswer,
} from '../document/open-api.ts'
import { fieldsOf } from '../document/schema-words.ts'
import classes from '../reference.module.css'
import { CallSnippet } from './call-snippet.tsx'
import { ContractText } from './contract-text.tsx'
import { Method } from './method.tsx'
import parts from './operation.module.css'
import { FieldRows, SchemaFields } from './schema-fields.tsx'

type OperationProps = { operation: Operation; document: OpenApi }

const PLACES = ['path', 'query', 'header'] as const

export function OperationView({ operation, document }: OperationProps) {
  const { t } = useTranslation('reference')
  const { method, path, summary, description, parameters, body, answers, problems } = operation
  return (
    <div className={classes['view']} data-operation={operation.id}>
      <header className={classes['head']}>
        <h2 lang="en">{summary}</h2>
        <p className={parts['address']}>
          <Method method={method} />
          <code>{path}</code>
        </p>
        {description !== undefined && (
          <p lang="en">
            <ContractText text={description} />
          </p>
        )}
      </header>
      <Part title={t('request')}>
        <Request operation={operation} document={document} />
      </Part>
      {PLACES.map((place) => (
        <Parameters
          key={place}
          title={t(`in.${place}`)}
          parameters={parameters.filter((one) => one.in === place)}
          document={document}
        />
      ))}
      {body && (
        <Part title={t('body')}>
          <SchemaFields schema={body} document={document} />
        </Part>
      )}
      <Part title={t('responses')}>
        {answers.map((answer) => (
          <Answer key={answer.status} answer={answer} document={document} />
        ))}
      </Part>
      <Part title={t('errors')}>
        <Problems problems={problems} />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={parts['part']}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Request({ operation, document }: OperationProps) {
  const { method, body } = operation
  return (
    <CallSnippet
      call={{
        method,
        path: pathOf(operation, document),
        ...(body && { body: exampleOf(body, document, { whole: false }) }),
      }}
    />
  )
}

function Parameters({
  title,
  parameters,
  document,
}: {
  title: string
  parameters: readonly Parameter[]
  document: OpenApi
}) {
  if (parameters.length === 0) return null
  return (
    <Part title={title}>
      <FieldRows
        document={document}
        fields={parameters.map(({ name, schema, required, description }) => ({
          name,
          schema,
          isRequired: required,
          description,
        }))}
      />
    </Part>
  )
}

function Answer({ answer, document }: { answer: SuccessAnswer; document: OpenApi }) {
  const { t } = useTranslation('reference')
  const { status, text, type, schema, headers } = answer
  const inner = schema && fieldsOf(schema, document)
  return (
    <div className={parts['answer']}>
      <p className={parts['line']}>
        <Pill tone="green">{status}</Pill>
        <span lang="en">
          <ContractText text={text} />
        </span>
        {type !== undefined && <code className={parts['type']}>{type}</code>}
      </p>
      {headers.length > 0 && (
        <p className={parts['bounds']}>
          {t('headers')}{' '}
          {headers.map((name) => (
            <code key={name}>{name}</code>
          ))}
        </p>
      )}
      {schema && type === 'application/json' && (
        <CodeBlock
          label={t('exampleOf', { status })}
          text={JSON.stringify(exampleOf(schema, document, { whole: true }), null, 2)}
        />
      )}
      {inner && (
        <details className={parts['inner']}>
          <summary>{t('meaning')}</summary>
          <SchemaFields schema={inner} document={document} />
        </details>
      )}
    </div>
  )
}

function Problems({ problems }: { problems: readonly ProblemAnswer[] }) {
  return (
    <ul className={parts['fields']}>
      {problems.map(({ status, code, text }) => (
        <li key={code} className={parts['field']}>
          <p className={parts['line']}>
            <span className={parts['status']}>{status}</span>
            <code className={parts['name']}>{code}</code>
          </p>
          <p className={parts['text']} lang="en">
            <ContractText text={text} />
          </p>
        </li>
      ))}
    </ul>
  )
}
