// Below an approval that is decided: the way to the next one.
import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOpenApprovals } from '../neighbors.tsx'
import classes from './decide.module.css'

export function ClosedBar() {
  const { t } = useTranslation('approvals')
  const [next] = useOpenApprovals()
  return (
    <div className={classes['bar']}>
      <div className={classes['actions']}>
        {next && (
          <Button
            data-main
            rightSection={<IconArrowRight size={16} stroke={1.75} aria-hidden="true" />}
            renderRoot={(props) => (
              <Link {...props} to="/inbox/approvals/$approval" params={{ approval: next.id }} />
            )}
          >
            {t('decide.next')}
          </Button>
        )}
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/inbox" />}>
          {t('decide.toInbox')}
        </Button>
      </div>
    </div>
  )
}
