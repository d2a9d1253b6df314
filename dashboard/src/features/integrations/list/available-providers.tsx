// What can be connected, below the integrations: one click leads to the form.
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Monogram } from '#components/marks/monogram.tsx'
import { providersQuery } from '../integration-queries.ts'
import classes from './available-providers.module.css'

export function AvailableProviders({ onChoose }: { onChoose: (provider: string) => void }) {
  const { t } = useTranslation('integrations')
  const id = useId()
  const providers = useQuery(providersQuery).data
  if (!providers) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes['title']}>
        {t('available.title')}
      </h2>
      <div className={classes['grid']}>
        {providers.map((provider) => (
          <button
            key={provider.id}
            type="button"
            className={classes['provider']}
            onClick={() => onChoose(provider.id)}
          >
            <Monogram name={provider.name} size="medium" />
            <span>
              <b>{provider.name}</b>
              <small>{t(`available.${provider.category}`)}</small>
            </span>
          </button>
        ))}
      </div>
    </section>
  )
}
