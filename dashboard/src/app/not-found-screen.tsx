// A path that no page has: what it probably means, and the ways on.
import { Button } from '@mantine/core'
import { IconHome, IconMapOff, IconSearch } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '#components/page/page.tsx'
import { EmptyState } from '#components/states/empty-state.tsx'
import { KeyHint } from '#components/text/key-hint.tsx'
import { openPalette } from './palette/open-palette.ts'
import { places } from './places.ts'
import { suggestPath } from './suggest-path.ts'

const roots = places.map(({ path, root = path }) => root).filter((path) => path !== '/')

export function NotFoundScreen() {
  const { t } = useTranslation('shell')
  const path = useLocation({ select: ({ pathname }) => pathname })
  const close = suggestPath(path, roots)
  return (
    <Page title={t('notFound.title')}>
      <EmptyState
        icon={<IconMapOff size={24} stroke={1.75} aria-hidden="true" />}
        title={t('notFound.heading')}
        actions={
          <>
            <Button
              leftSection={<IconHome size={16} stroke={1.75} />}
              renderRoot={(props) => <Link {...props} to="/" />}
            >
              {t('notFound.home')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconSearch size={16} stroke={1.75} />}
              rightSection={<KeyHint keys="mod+k" />}
              onClick={openPalette}
            >
              {t('notFound.search')}
            </Button>
          </>
        }
      >
        {close === undefined ? (
          t('notFound.text', { path })
        ) : (
          <>
            {t('notFound.meant', { path })} <Link to={close}>{close}</Link>
          </>
        )}
      </EmptyState>
    </Page>
  )
}
