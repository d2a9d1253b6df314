// The fields of a rule: how often, on which days, at what time, from when until when.
import { NumberInput, Select, TextInput } from '@mantine/core'
import type { ScheduleRule, Weekday } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import type { ErrorAt } from '#components/fields/field-errors.ts'
import { useLocale } from '#lib/use-locale.ts'
import classes from './recurring.module.css'
import type { EndKind, RuleDraft } from './rule-draft.ts'
import { LAST_DAY, monthName, WEEKDAYS, weekdayName } from './rule-words.ts'

export type RuleFieldsProps = {
  draft: RuleDraft
  errorAt: ErrorAt
  onChange: (change: Partial<RuleDraft>) => void
}

const ZONES = Intl.supportedValuesOf('timeZone')
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const FREQUENCIES = [
  'daily',
  'weekly',
  'monthly',
  'yearly',
] as const satisfies readonly ScheduleRule['frequency'][]
/** Limits of the API. */
const INTERVAL_MAX = 99
const SCHEDULE_COUNT_MAX = 9_999
const ENDS = ['never', 'date', 'count'] as const satisfies readonly EndKind[]

export function RuleFields({ draft, errorAt, onChange }: RuleFieldsProps) {
  const { t } = useTranslation('recurring')
  const zones = ZONES.includes(draft.timeZone) ? ZONES : [draft.timeZone, ...ZONES]
  return (
    <>
      <div className={classes['pair']}>
        <NumberInput
          hideControls
          label={t('field.interval')}
          min={1}
          max={INTERVAL_MAX}
          allowDecimal={false}
          value={draft.interval}
          error={errorAt('/rule/interval')}
          onChange={(value) => onChange({ interval: Number(value) || 1 })}
        />
        <Select
          label={t('field.frequency')}
          allowDeselect={false}
          data={FREQUENCIES.map((value) => ({
            value,
            label: t(`unit.${value}`, { count: draft.interval }),
          }))}
          value={draft.frequency}
          onChange={(value) => value && onChange({ frequency: value })}
        />
      </div>
      <DayFields draft={draft} errorAt={errorAt} onChange={onChange} />
      <div className={classes['pair']}>
        <TextInput
          type="time"
          label={t('field.time')}
          required
          value={draft.time}
          error={errorAt('/rule/time')}
          onChange={(event) => onChange({ time: event.currentTarget.value })}
        />
        <Select
          label={t('field.timeZone')}
          searchable
          allowDeselect={false}
          limit={100}
          data={zones}
          value={draft.timeZone}
          error={errorAt('/rule/time_zone')}
          onChange={(value) => value && onChange({ timeZone: value })}
        />
      </div>
      <SpanFields draft={draft} errorAt={errorAt} onChange={onChange} />
    </>
  )
}

function DayFields({ draft, errorAt, onChange }: RuleFieldsProps) {
  const { t } = useTranslation('recurring')
  const locale = useLocale()
  if (draft.frequency === 'daily') return null
  if (draft.frequency === 'weekly') return <Weekdays draft={draft} onChange={onChange} />
  const day = (
    <Select
      label={t('field.day')}
      allowDeselect={false}
      data={numbers(LAST_DAY).map((value) => ({
        value: String(value),
        label: value === LAST_DAY ? t('lastDay') : String(value),
      }))}
      value={String(draft.day)}
      error={errorAt('/rule/day_of_month')}
      onChange={(value) => value && onChange({ day: Number(value) })}
    />
  )
  if (draft.frequency === 'monthly') return day
  return (
    <div className={classes['pair']}>
      <Select
        label={t('field.month')}
        allowDeselect={false}
        data={numbers(12).map((value) => ({
          value: String(value),
          label: monthName(value, locale),
        }))}
        value={String(draft.month)}
        onChange={(value) => value && onChange({ month: Number(value) })}
      />
      {day}
    </div>
  )
}

function Weekdays({ draft, onChange }: Omit<RuleFieldsProps, 'errorAt'>) {
  const { t } = useTranslation('recurring')
  const locale = useLocale()
  const toggle = (day: Weekday) => {
    const isOn = draft.weekdays.includes(day)
    // One stays: a week without a day has no occurrence.
    if (isOn && draft.weekdays.length === 1) return
    onChange({
      weekdays: WEEKDAYS.filter((one) => (one === day ? !isOn : draft.weekdays.includes(one))),
    })
  }
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['legend']}>{t('field.weekdays')}</legend>
      <div className={classes['days']}>
        {WEEKDAYS.map((day) => (
          <button
            key={day}
            type="button"
            className={classes['day']}
            aria-pressed={draft.weekdays.includes(day)}
            title={weekdayName(day, locale, 'long')}
            onClick={() => toggle(day)}
          >
            {weekdayName(day, locale, 'short')}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

function SpanFields({ draft, errorAt, onChange }: RuleFieldsProps) {
  const { t } = useTranslation('recurring')
  return (
    <>
      <TextInput
        type="date"
        label={t('field.startsOn')}
        required
        value={draft.startsOn}
        error={errorAt('/rule/starts_on')}
        onChange={(event) => onChange({ startsOn: event.currentTarget.value })}
      />
      <div className={classes['pair']}>
        <Select
          label={t('field.end')}
          allowDeselect={false}
          data={ENDS.map((value) => ({ value, label: t(`end.${value}`) }))}
          value={draft.end}
          onChange={(value) => value && onChange({ end: value })}
        />
        {draft.end === 'date' && (
          <TextInput
            type="date"
            label={t('field.endsOn')}
            value={draft.endsOn}
            error={errorAt('/rule/ends_on')}
            onChange={(event) => onChange({ endsOn: event.currentTarget.value })}
          />
        )}
        {draft.end === 'count' && (
          <NumberInput
            hideControls
            label={t('field.count')}
            min={1}
            max={SCHEDULE_COUNT_MAX}
            allowDecimal={false}
            value={draft.count}
            error={errorAt('/rule/count')}
            onChange={(value) => onChange({ count: Number(value) || 1 })}
          />
        )}
      </div>
    </>
  )
}
