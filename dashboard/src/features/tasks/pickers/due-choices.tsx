// Chooses when tasks should be done: a day by its name, or any time.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '#lib/use-locale.ts'
import { ChoiceList, choicesLike } from './choice-list.tsx'
import classes from './pickers.module.css'

const END_OF_WORK = 17
const FRIDAY = 5

export const DUE_PRESETS = ['today', 'tomorrow', 'friday', 'nextWeek'] as const
type Preset = (typeof DUE_PRESETS)[number]

/** The end of a working day: a day alone says no hour, and midnight would be late all day. */
export function duePreset(preset: Preset, now: Date): Date {
  const untilFriday = (FRIDAY - now.getDay() + 7) % 7
  const days = { today: 0, tomorrow: 1, friday: untilFriday || 7, nextWeek: 7 }[preset]
  const day = new Date(now)
  day.setDate(day.getDate() + days)
  day.setHours(END_OF_WORK, 0, 0, 0)
  return day
}

/** As the field for date and time wants it: local, without a zone. */
export function localInput(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

export function DueChoices({
  due,
  onChoose,
}: {
  due: string | null
  onChoose: (due: string | null) => void
}) {
  const { t } = useTranslation('tasks')
  const locale = useLocale()
  const [typed, setTyped] = useState('')
  const [own, setOwn] = useState(due ? localInput(new Date(due)) : '')
  const [now] = useState(() => new Date())
  const choices = [
    ...DUE_PRESETS.map((preset) => {
      const at = duePreset(preset, now)
      return {
        value: at.toISOString(),
        label: t(`picker.due.${preset}`),
        hint: at.toLocaleDateString(locale, {
          weekday: 'short',
          day: 'numeric',
          month: 'short',
        }),
      }
    }).filter((one, index, all) => all.findIndex(({ value }) => value === one.value) === index),
    { value: 'none', label: t('picker.due.none'), checked: due === null },
  ]
  const takeOwn = () => {
    const at = new Date(own)
    if (!Number.isNaN(at.getTime())) onChoose(at.toISOString())
  }
  return (
    <ChoiceList
      label={t('picker.due.label')}
      choices={choicesLike(choices, typed)}
      typed={typed}
      onType={setTyped}
      onChoose={(value) => onChoose(value === 'none' ? null : value)}
    >
      <label className={classes['foot']}>
        {t('picker.due.own')}
        <input
          type="datetime-local"
          value={own}
          onChange={(event) => setOwn(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && takeOwn()}
          onBlur={() => own !== '' && own !== (due ? localInput(new Date(due)) : '') && takeOwn()}
        />
      </label>
    </ChoiceList>
  )
}
