// What holds for every operation: where, with what key, and the few rules that save a reader from surprises.
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '#api/call.ts'
import { useApiBase } from '#api/me.ts'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import { Card } from '#components/surface/card.tsx'
import type { OpenApi } from './document/open-api.ts'
import { CallSnippet } from './operation/call-snippet.tsx'
import { ContractText } from './operation/contract-text.tsx'
import classes from './reference.module.css'

const RULES = ['repeat', 'version', 'pages', 'problems', 'limits', 'unknown'] as const

export function StartView({ document }: { document: OpenApi }) {
  const { t } = useTranslation('reference')
  const base = useApiBase()
  return (
    <div className={classes['view']}>
      <header className={classes['head']}>
        <h2>{t('start.title')}</h2>
        <p>{t('start.text')}</p>
      </header>
      <Card title={t('start.address')} meta={t('start.version', { date: document.info.version })}>
        <p className={classes['address']}>
          <code>{base}</code>
          <CopyIcon text={base} label={t('start.copyAddress')} />
        </p>
        <Button
          component="a"
          variant="default"
          href={addressOf('/openapi.json')}
          download="task-service.openapi.json"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
        >
          {t('start.download')}
        </Button>
      </Card>
      <Card title={t('start.key')}>
        <p className={classes['paragraph']}>
          <ContractText text={t('start.keyText')} />
        </p>
        <CallSnippet call={{ method: 'GET', path: '/api/ping' }} />
      </Card>
      <Card title={t('start.rules')}>
        <dl className={classes['rules']}>
          {RULES.map((rule) => (
            <div key={rule}>
              <dt>{t(`start.rule.${rule}.title`)}</dt>
              <dd>
                <ContractText text={t(`start.rule.${rule}.text`)} />
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  )
}
