// What changed since the changes were shown or approved, which is why they need another decision.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Notice } from '#components/surface/notice.tsx'
import classes from './approval.module.css'
import type { Comparison, Difference } from './compare-effects.ts'
import { itemOf, type Systems } from './use-systems.ts'

/** In this order: causes before what follows from them. */
const ORDER: readonly Difference[] = [
  'source',
  'mapping',
  'policy',
  'run',
  'result',
  'comment',
  'statement',
  'fields',
]

export function DriftNotice({
  comparison,
  systems,
  onReview,
}: {
  comparison: Comparison
  systems: Systems
  /** Undefined once the person has looked at the changes. */
  onReview: (() => void) | undefined
}) {
  const { t } = useTranslation('approvals')
  const sentences = useSentences(comparison, systems)
  const [first, ...others] = sentences
  return (
    <Notice
      live
      tone="amber"
      title={first ?? t('drift.title')}
      actions={
        onReview && (
          <Button size="compact-md" variant="default" onClick={onReview}>
            {t('drift.review')}
          </Button>
        )
      }
    >
      {others.length > 0 && (
        <ul className={classes['causes']}>
          {others.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {t('drift.text')}
    </Notice>
  )
}

function useSentences({ changes, removed }: Comparison, systems: Systems): string[] {
  const { t } = useTranslation('approvals')
  const told = ORDER.flatMap((difference) =>
    changes
      .filter(({ differences }) => differences.includes(difference))
      .map(({ effect }) =>
        t(`drift.${difference}`, {
          system: systems.nameOf(effect),
          item: itemOf(effect),
          agent: effect.agent,
        }),
      ),
  )
  const came = changes
    .filter(({ isNew }) => isNew)
    .map(({ effect }) => t('drift.new', { system: systems.nameOf(effect) }))
  const went = removed.map((effect) => t('drift.removed', { system: systems.nameOf(effect) }))
  return [...new Set([...told, ...came, ...went])]
}
