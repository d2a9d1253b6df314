// Narrows a list to one state: those that occur, with how many records are in each.
import { useTranslation } from 'react-i18next'
import { Segments } from '#components/surface/segments.tsx'
import { useAddress } from '#lib/use-address.ts'
import type { ListFilter } from './list-of.ts'

/** As the URL says it. */
export const chosenState = <State extends string>(
  { param, states }: Pick<ListFilter<never, State>, 'param' | 'states'>,
  address: Readonly<Record<string, string | undefined>>,
): State | 'all' => states.find((one) => one === address[param]) ?? 'all'

export function StateFilter<Item, State extends string>({
  items,
  filter,
}: {
  items: readonly Item[]
  filter: ListFilter<Item, State>
}) {
  const { t } = useTranslation('lists')
  const [address, change] = useAddress()
  const { param, states, stateOf, wordOf, isAlarming } = filter
  const value = chosenState(filter, address)
  const present = items.map(stateOf)
  const offered = states.filter((one) => one === value || present.includes(one))
  return (
    <Segments<State | 'all'>
      label={t('state')}
      value={value}
      onChange={(next) => change({ [param]: next === 'all' ? undefined : next })}
      segments={[
        { value: 'all', label: t('all'), count: items.length },
        ...offered.map((one) => ({
          value: one,
          label: wordOf(one),
          count: present.filter((state) => state === one).length,
          alarming: isAlarming(one),
        })),
      ]}
    />
  )
}
