// All providers by category, with what they do and how they were verified.
import {
  IconAddressBook,
  IconChevronRight,
  IconDatabase,
  IconPlug,
  IconTicket,
} from '@tabler/icons-react'
import type { Provider } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import classes from './connect.module.css'

const icons = {
  'issue-tracker': IconTicket,
  crm: IconAddressBook,
  database: IconDatabase,
  other: IconPlug,
}
const categories = ['issue-tracker', 'crm', 'database', 'other'] as const

export function ProviderGallery({
  providers,
  onChoose,
}: {
  providers: readonly Provider[]
  onChoose: (provider: string) => void
}) {
  const { t } = useTranslation('integrations')
  const groups = Map.groupBy(providers, ({ category }) => category)
  return (
    <div className={classes['gallery']}>
      {categories.map((category) => {
        const members = groups.get(category)
        if (!members) return null
        const Icon = icons[category]
        return (
          <section key={category}>
            <h3>{t(`category.${category}`)}</h3>
            {members.map((provider, index) => (
              <button
                key={provider.id}
                type="button"
                className={classes['provider']}
                data-autofocus={category === categories[0] && index === 0 ? true : undefined}
                onClick={() => onChoose(provider.id)}
              >
                <span className={classes['tile']}>
                  <Icon size={20} stroke={1.75} aria-hidden="true" />
                </span>
                <span className={classes['about']}>
                  <b>{provider.name}</b>
                  <span>{provider.summary}</span>
                  <small>{t(`evidence.${provider.evidence}`)}</small>
                </span>
                <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
              </button>
            ))}
          </section>
        )
      })}
    </div>
  )
}
