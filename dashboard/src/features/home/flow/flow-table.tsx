// The streams as a table, and how the figures add up, for screen readers.
import type { TaskFlow } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { gapStreamsOf, type Stage } from './stages.ts'
import { endsOf, type FlowTexts } from './use-flow-texts.ts'

export function FlowTable({
  flow,
  stages,
  texts,
}: {
  flow: TaskFlow
  stages: readonly Stage[]
  texts: FlowTexts
}) {
  const { t } = useTranslation('home')
  return (
    <div className="hidden-text">
      <p>{texts.sum}</p>
      <table>
        <caption>{t('flow.table', { range: texts.range })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('flow.from')}</th>
            <th scope="col">{t('flow.to')}</th>
            <th scope="col">{t('flow.tasks')}</th>
          </tr>
        </thead>
        <tbody>
          {gapStreamsOf(flow).map((stream) => {
            const ends = endsOf(stages, stream)
            if (!ends) return null
            return (
              <tr key={`${stream.gap} ${stream.from} ${stream.to}`}>
                <td>{texts.nameOf(ends[0])}</td>
                <td>{texts.nameOf(ends[1])}</td>
                <td>{texts.print(stream.count)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
