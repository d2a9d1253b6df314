// The fields of an object: name, type, what it means and what is allowed; objects inside are opened where they stand.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '#lib/use-locale.ts'
import { type OpenApi, resolve, type Schema } from '../document/open-api.ts'
import { type Bound, boundsOf, choicesOf, fieldsOf, typeOf } from '../document/schema-words.ts'
import { ContractText } from './contract-text.tsx'
import classes from './operation.module.css'

export type Field = {
  name: string
  schema: Schema
  isRequired: boolean
  description?: string | undefined
}

export function SchemaFields({ schema, document }: { schema: Schema; document: OpenApi }) {
  const { properties = {}, required = [] } = resolve(schema, document)
  const fields = Object.entries(properties).map(([name, one]) => ({
    name,
    schema: one,
    isRequired: required.includes(name),
  }))
  return <FieldRows fields={fields} document={document} />
}

export function FieldRows({ fields, document }: { fields: readonly Field[]; document: OpenApi }) {
  return (
    <ul className={classes['fields']}>
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} document={document} />
      ))}
    </ul>
  )
}

function FieldRow({ field, document }: { field: Field; document: OpenApi }) {
  const { t } = useTranslation('reference')
  const { name, schema, isRequired } = field
  const whole = resolve(schema, document)
  const text = field.description ?? whole.description
  const inner = fieldsOf(schema, document)
  const choices = choicesOf(whole, document)
  return (
    <li className={classes['field']}>
      <p className={classes['line']}>
        <code className={classes['name']}>{name}</code>
        <code className={classes['type']}>{typeOf(schema)}</code>
        {isRequired && <span className={classes['must']}>{t('required')}</span>}
      </p>
      {text !== undefined && (
        <p className={classes['text']} lang="en">
          <ContractText text={text} />
        </p>
      )}
      {choices.length > 0 && (
        <p className={classes['choices']}>
          {choices.map((choice) => (
            <code key={choice}>{choice}</code>
          ))}
        </p>
      )}
      <Bounds bounds={boundsOf(whole)} />
      {inner && <Inner name={name} schema={inner} document={document} />}
    </li>
  )
}

function Bounds({ bounds }: { bounds: readonly Bound[] }) {
  const { t } = useTranslation('reference')
  const locale = useLocale()
  if (bounds.length === 0) return null
  return (
    <p className={classes['bounds']}>
      {bounds.map((bound) => {
        if (bound.kind === 'default' || bound.kind === 'pattern') {
          return (
            <span key={bound.kind}>
              {t(`bound.${bound.kind}`)} <code>{bound.value}</code>
            </span>
          )
        }
        const { kind, from, to } = bound
        const said =
          from === undefined || from === 0
            ? t('bound.upTo', { to: to?.toLocaleString(locale) })
            : to === undefined
              ? t('bound.atLeast', { from: from.toLocaleString(locale) })
              : t('bound.between', {
                  from: from.toLocaleString(locale),
                  to: to.toLocaleString(locale),
                })
        return (
          <span key={kind} className="figure">
            {said} {kind !== 'value' && t(`bound.${kind}`)}
          </span>
        )
      })}
    </p>
  )
}

function Inner({ name, schema, document }: { name: string; schema: Schema; document: OpenApi }) {
  const { t } = useTranslation('reference')
  const [isOpen, setOpen] = useState(false)
  const count = Object.keys(schema.properties ?? {}).length
  return (
    <details className={classes['inner']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('fields', { count, name })}</summary>
      {/* Objects may contain their own kind, so only what is open is drawn. */}
      {isOpen && <SchemaFields schema={schema} document={document} />}
    </details>
  )
}
