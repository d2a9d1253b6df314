// What would be written, one numbered card for each change.
import { useTranslation } from 'react-i18next'
import type { Comparison } from '../compare-effects.ts'
import { keyOf } from '../compare-effects.ts'
import type { Editing } from '../decide/use-decision.ts'
import { itemOf, type Systems } from '../use-systems.ts'
import { ChangeCard } from './change-card.tsx'
import classes from './changes.module.css'

export function ChangeList({
  comparison: { changes, removed },
  systems,
  editing,
  endRef,
}: {
  comparison: Comparison
  systems: Systems
  /** Undefined if the texts can't be edited. */
  editing: Editing | undefined
  endRef: (element: HTMLElement | null) => void
}) {
  const { t } = useTranslation('approvals')
  return (
    <section aria-label={t('changes')}>
      {changes.length === 0 && <p className={classes['none']}>{t('noChanges')}</p>}
      <ol className={classes['changes']}>
        {changes.map((change, index) => (
          <li key={keyOf(change.effect)} data-change={index + 1}>
            <ChangeCard change={change} number={index + 1} systems={systems} editing={editing} />
          </li>
        ))}
      </ol>
      {removed.map((effect) => (
        <p key={keyOf(effect)} className={classes['removed']}>
          {t('change.removed')}:{' '}
          <del>
            {effect.kind === 'create'
              ? t('change.create', { system: systems.nameOf(effect) })
              : t(`change.${effect.kind}`, {
                  system: systems.nameOf(effect),
                  item: itemOf(effect),
                })}
          </del>
        </p>
      ))}
      <div ref={endRef} className={classes['end']} />
    </section>
  )
}
