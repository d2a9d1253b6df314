// What a person had typed when someone else decided, or when there was nothing left to decide.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import classes from './decide.module.css'
import { dropDraft, textsOf, useDraft } from './drafts.ts'

export function UnsentText({ approvalId }: { approvalId: string }) {
  const { t } = useTranslation('approvals')
  const [draft] = useDraft(approvalId)
  const text = textsOf(draft).join('\n\n')
  if (text === '') return null
  return (
    <section className={classes['draft']}>
      <h2>{t('draft.title')}</h2>
      <p>{text}</p>
      <div className={classes['tools']}>
        <CopyIcon text={text} label={t('draft.copy')} />
        <Button size="compact-md" variant="default" onClick={() => dropDraft(approvalId)}>
          {t('draft.discard')}
        </Button>
      </div>
    </section>
  )
}
