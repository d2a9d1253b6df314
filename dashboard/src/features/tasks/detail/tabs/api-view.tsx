// The task as the API returns it, and the requests for it.
import type { Task } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiBase } from '#api/me.ts'
import { CodeBlock } from '#components/code/code-block.tsx'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import { Segments } from '#components/surface/segments.tsx'
import { referenceOf } from '#features/tasks/data/task-address.ts'
import { TOOLS, type Tool } from '#lib/api-call.ts'
import { snippetsOf } from './snippets.ts'
import classes from './tabs.module.css'

export function ApiView({ task }: { task: Task }) {
  const { t } = useTranslation('task')
  const [tool, setTool] = useState<Tool>('curl')
  const base = useApiBase()
  const json = JSON.stringify(task, null, 2)
  return (
    <div className={classes['tab']}>
      <Segments label={t('api.tool')} value={tool} onChange={setTool} segments={TOOLS} />
      {snippetsOf(base, referenceOf(task), tool).map(({ name, text }) => (
        <Snippet key={name} title={t(`api.${name}`)} text={text} />
      ))}
      <Snippet title={t('api.json')} text={json} />
    </div>
  )
}

function Snippet({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('task')
  return (
    <section>
      <h3>
        {title}
        <CopyIcon text={text} label={t('api.copy', { what: title })} />
      </h3>
      <CodeBlock text={text} label={title} />
    </section>
  )
}
