// The result that the task gets with the approval.
import { Button, Textarea } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { Approval } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '#components/code/code-block.tsx'
import { Card } from '#components/surface/card.tsx'
import classes from './approval.module.css'
import { RESULT } from './decide/make-edit.ts'
import { type Decision, draftedResult, type Editing } from './decide/use-decision.ts'

export function ResultCard({
  approval,
  decision,
  editing,
}: {
  approval: Approval
  decision: Decision
  /** Undefined if the run no longer waits: then the result is the task's own. */
  editing: Editing | undefined
}) {
  const { t } = useTranslation('approvals')
  const { result, effects } = approval
  if (result === null) return null
  const isText = typeof result === 'string'
  const isSent = effects.some(({ result_hash: hash }) => hash !== null)
  return (
    <Card
      title={t('result.title')}
      meta={isSent ? t('result.sent') : t('result.text')}
      action={
        editing &&
        !editing.isOn && (
          <Button
            size="compact-md"
            variant="subtle"
            color="gray"
            leftSection={<IconPencil size={15} stroke={1.75} aria-hidden="true" />}
            aria-label={t('result.edit')}
            onClick={() => editing.start(RESULT)}
          >
            {t('change.edit')}
          </Button>
        )
      }
    >
      {editing?.isOn ? (
        <Textarea
          aria-label={isText ? t('result.title') : t('result.json')}
          data-edits={RESULT}
          autosize
          minRows={3}
          maxRows={20}
          spellCheck={isText}
          classNames={isText ? {} : { input: classes['json'] ?? '' }}
          error={editing.errorAt(RESULT)}
          value={draftedResult(approval, decision)}
          onChange={(event) => decision.change({ result: event.currentTarget.value })}
        />
      ) : isText ? (
        <p className={classes['result']}>{result}</p>
      ) : (
        <CodeBlock text={JSON.stringify(result)} label={t('result.title')} />
      )}
    </Card>
  )
}
