// A request with the address of this tenant, as a command or in code, to copy.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiBase } from '#api/me.ts'
import { CodeBlock } from '#components/code/code-block.tsx'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import { Segments } from '#components/surface/segments.tsx'
import { type ApiCall, TOOLS, type Tool, writeCall } from '#lib/api-call.ts'
import classes from './operation.module.css'

/** Paths of the document begin with the `/api` that the address of the tenant ends with. */
const belowApi = (path: string): string => path.replace(/^\/api/, '')

export function CallSnippet({ call }: { call: ApiCall }) {
  const { t } = useTranslation('reference')
  const [tool, setTool] = useState<Tool>('curl')
  const base = useApiBase()
  const text = writeCall(base, { ...call, path: belowApi(call.path) }, tool)
  return (
    <div className={classes['snippet']}>
      <div className={classes['tools']}>
        <Segments label={t('tool')} value={tool} onChange={setTool} segments={TOOLS} />
        <CopyIcon text={text} label={t('copyRequest')} />
      </div>
      <CodeBlock text={text} label={t('request')} />
    </div>
  )
}
