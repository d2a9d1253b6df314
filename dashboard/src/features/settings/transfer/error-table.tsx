// The first rejected rows of an import: where, what, and why.
import type { Import } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import classes from './transfer.module.css'

export function ErrorTable({ shown: { errors, rejected } }: { shown: Import }) {
  const { t } = useTranslation('transfer')
  if (errors.length === 0) return null
  return (
    <section aria-label={t('errors.title')}>
      <h3 className={classes['title']}>{t('errors.count', { count: rejected })}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className={classes['scroll']} tabIndex={0} role="group" aria-label={t('errors.title')}>
        <table className={classes['errors']}>
          <thead>
            <tr>
              <th scope="col">{t('errors.line')}</th>
              <th scope="col">{t('errors.column')}</th>
              <th scope="col">{t('errors.value')}</th>
              <th scope="col">{t('errors.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ line, column, value, message }) => (
              <tr key={`${line} ${column} ${message}`}>
                <td>{line}</td>
                <td dir="auto">{column}</td>
                <td dir="auto">{value}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
