// Something that does not exist, or no longer: why that may be, and where to look instead.
import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'

/** The list it would be in. */
export type Back = { to: NonNullable<LinkProps['to']>; label: string }

export function MissingState({ what, back }: { what: string; back?: Back | undefined }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconSearchOff size={24} stroke={1.75} aria-hidden="true" />}
      title={t('missing.title', { what })}
      actions={
        back && (
          <Button renderRoot={(props) => <Link {...props} to={back.to} />}>
            {t('missing.back', { place: back.label })}
          </Button>
        )
      }
    >
      {t('missing.text')}
    </EmptyState>
  )
}
