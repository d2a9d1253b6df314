// "4 new": tasks that arrived while the user had scrolled down; one click shows them.
import { IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './new-pill.module.css'

export function NewPill({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation('tasks')
  if (count === 0) return null
  return (
    <button type="button" className={classes['pill']} onClick={onShow} aria-live="polite">
      <IconArrowUp size={14} stroke={2} aria-hidden="true" />
      {t('fresh', { count })}
    </button>
  )
}
