// Whether what agents do is sent to the provider: at once, after an approval, or never.
import { Button, Radio } from '@mantine/core'
import type { AgentWrites } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { Notice } from '#components/surface/notice.tsx'
import type { Opened } from '../opened.ts'
import classes from './detail.module.css'
import { useSave } from './use-save.ts'

const POLICIES: readonly AgentWrites[] = ['allow', 'approve', 'forbid']

export function AgentWritesCard({ opened }: { opened: Opened }) {
  const { t } = useTranslation('integrations')
  const { integration, etag, providerName: provider } = opened
  const [chosen, setChosen] = useState<AgentWrites>()
  const policy = chosen ?? integration.agent_writes
  const save = useSave(integration.id, etag, t('settings.agentWrites.saved'))
  return (
    <Card title={t('settings.agentWrites.title')}>
      <div className={classes['stack']}>
        {save.error && <Notice live tone="red" title={save.error.message} />}
        <Radio.Group
          aria-label={t('settings.agentWrites.title')}
          value={policy}
          onChange={(value) => setChosen(POLICIES.find((one) => one === value))}
        >
          <div className={classes['stack']}>
            {POLICIES.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`settings.agentWrites.${value}`)}
                description={t(`settings.agentWrites.${value}Text`, { provider })}
              />
            ))}
          </div>
        </Radio.Group>
        <p className={classes['small']}>{t('settings.agentWrites.note')}</p>
        <div>
          <Button
            variant="default"
            loading={save.isPending}
            disabled={policy === integration.agent_writes}
            onClick={() => save.mutate({ agent_writes: policy })}
          >
            {t('settings.agentWrites.save')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
