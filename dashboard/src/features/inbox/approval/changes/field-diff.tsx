// The fields that are written: the value that both sides last agreed on, the new one, and the vendor's name of the field.
import { IconArrowRight } from '@tabler/icons-react'
import type { Effect } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { printValue, useFieldName } from '#features/integrations/mapping/field-words.ts'
import { useLocale } from '#lib/use-locale.ts'
import type { ComparedEffect } from '../compare-effects.ts'
import type { Systems } from '../use-systems.ts'
import classes from './changes.module.css'

/** Longer ones need lines of their own. */
const SHORT = 36

type FieldValues = Effect['fields'][string]

export function FieldDiff({ change, systems }: { change: ComparedEffect; systems: Systems }) {
  const { t } = useTranslation('approvals')
  const { effect, before } = change
  const nameOf = useFieldName()
  const named = (field: string) => nameOf(field.replace(/^custom\./, ''))
  const removed = Object.keys(before?.fields ?? {}).filter((field) => !(field in effect.fields))
  return (
    <ul className={classes['fields']}>
      {Object.entries(effect.fields).map(([field, values]) => (
        <Row
          key={field}
          name={named(field)}
          effect={effect}
          field={field}
          values={values}
          earlier={before && (before.fields[field] ?? 'none')}
          systems={systems}
        />
      ))}
      {removed.map((field) => (
        <li key={field} className={classes['note']}>
          {t('change.removedField', { field: named(field) })}
        </li>
      ))}
    </ul>
  )
}

function Row({
  name,
  effect,
  field,
  values,
  earlier,
  systems,
}: {
  name: string
  effect: Effect
  field: string
  values: FieldValues
  earlier: FieldValues | 'none' | undefined
  systems: Systems
}) {
  const { t } = useTranslation('approvals')
  const print = usePrinted(effect, field, systems)
  const [from, to] = [print(values.from), print(values.to)]
  const remote = systems.remoteField(effect, field)
  const ids = idsOf(effect, field, values, systems)
  const isLong = Math.max(from?.length ?? 0, to?.length ?? 0) > SHORT || /\n/.test(`${from}${to}`)
  return (
    <li className={classes['field']} data-long={isLong || undefined}>
      <b>{name}</b>
      {effect.kind !== 'create' && (
        <>
          <span className={classes['from']}>
            <span className="hidden-text">{t('change.before')}: </span>
            <Value text={from} was />
          </span>
          <IconArrowRight size={15} stroke={1.75} aria-hidden="true" />
        </>
      )}
      <span className={classes['to']}>
        <span className="hidden-text">{t('change.after')}: </span>
        <Value text={to} />
      </span>
      {remote !== undefined && (
        <code className={classes['remote']}>
          {remote}
          {ids}
        </code>
      )}
      <Earlier values={values} earlier={earlier} print={print} />
    </li>
  )
}

/** Struck out for the value that is replaced. */
function Value({ text, was = false }: { text: string | undefined; was?: boolean }) {
  const { t } = useTranslation('approvals')
  if (text === undefined) return <i>{t('change.empty')}</i>
  return was ? <del>{text}</del> : <ins>{text}</ins>
}

function Earlier({
  values,
  earlier,
  print,
}: {
  values: FieldValues
  earlier: FieldValues | 'none' | undefined
  print: (value: unknown) => string | undefined
}) {
  const { t } = useTranslation('approvals')
  if (earlier === undefined || JSON.stringify(earlier) === JSON.stringify(values)) return null
  const shown = (value: unknown) => print(value) ?? t('change.empty')
  return (
    <small>
      {earlier === 'none'
        ? t('change.newField')
        : t('change.earlierValue', { from: shown(earlier.from), to: shown(earlier.to) })}
    </small>
  )
}

/** Undefined for nothing. */
function usePrinted(effect: Effect, field: string, systems: Systems) {
  const locale = useLocale()
  return (value: unknown): string | undefined => {
    const named = systems.remoteValue(effect, field, value)
    if (named !== undefined) return named
    const isDate = field === 'due_at' && typeof value === 'string'
    const at = isDate ? new Date(value) : undefined
    if (at && !Number.isNaN(at.getTime())) {
      return at.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
    }
    return printValue(value) || undefined
  }
}

/** What is sent, where people see names instead. */
function idsOf(effect: Effect, field: string, { from, to }: FieldValues, systems: Systems): string {
  const isNamed = [from, to].some(
    (value) => (systems.remoteValue(effect, field, value) ?? value) !== value,
  )
  if (!isNamed) return ''
  return effect.kind === 'create' || from === null
    ? ` ${printValue(to)}`
    : ` ${printValue(from)} → ${printValue(to)}`
}
