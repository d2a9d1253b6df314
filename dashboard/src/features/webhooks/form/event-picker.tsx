// The events a webhook is subscribed to: all, all of a kind, or selected ones.
import { Checkbox, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { eventTypesQuery } from '../webhook-queries.ts'
import classes from './form.module.css'

type Props = {
  allEvents: boolean
  chosen: readonly string[]
  onChange: (change: { allEvents?: boolean; eventTypes?: string[] }) => void
  error?: string | undefined
}

export function EventPicker({ allEvents, chosen, onChange, error }: Props) {
  const { t } = useTranslation('webhooks')
  return (
    <fieldset className={classes['group']}>
      <legend>{t('form.events')}</legend>
      <Radio.Group
        aria-label={t('form.events')}
        value={allEvents ? 'all' : 'some'}
        onChange={(value) => onChange({ allEvents: value === 'all' })}
        error={error}
      >
        <Stack gap={8}>
          <Radio value="all" label={t('form.every')} description={t('form.everyHint')} />
          <Radio value="some" label={t('form.chosen')} />
        </Stack>
      </Radio.Group>
      {!allEvents && (
        <Types chosen={chosen} onChange={(types) => onChange({ eventTypes: types })} />
      )}
    </fieldset>
  )
}

function Types({
  chosen,
  onChange,
}: {
  chosen: readonly string[]
  onChange: (types: string[]) => void
}) {
  const types = useQuery(eventTypesQuery)
  const byNoun = Map.groupBy(types.data ?? [], ({ type }) => type.split('.')[0] ?? type)
  return (
    <div className={classes['types']}>
      {[...byNoun].map(([noun, members]) => (
        <Noun key={noun} noun={noun} members={members} chosen={chosen} onChange={onChange} />
      ))}
    </div>
  )
}

function Noun({
  noun,
  members,
  chosen,
  onChange,
}: {
  noun: string
  members: readonly { type: string; when: string }[]
  chosen: readonly string[]
  onChange: (types: string[]) => void
}) {
  const { t } = useTranslation('webhooks')
  const every = `${noun}.*`
  const hasAll = chosen.includes(every)
  const others = chosen.filter((type) => !type.startsWith(`${noun}.`))
  const own = chosen.filter((type) => type.startsWith(`${noun}.`) && type !== every)
  return (
    <div className={classes['noun']}>
      <Checkbox
        label={t('form.allOf', { noun })}
        checked={hasAll}
        indeterminate={!hasAll && own.length > 0}
        onChange={() => onChange(hasAll ? others : [...others, every])}
      />
      <div className={classes['members']}>
        {members.map(({ type, when }) => (
          <Checkbox
            key={type}
            label={<code>{type}</code>}
            description={when}
            checked={hasAll || own.includes(type)}
            disabled={hasAll}
            onChange={() =>
              onChange(
                own.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type],
              )
            }
          />
        ))}
      </div>
    </div>
  )
}
