// The external items a task is linked to: state and history of each link, and conflicts to resolve.
import { Button, Menu } from '@mantine/core'
import {
  IconExternalLink,
  IconHistory,
  IconLink,
  IconShieldQuestion,
  IconUnlink,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link as RouteLink } from '@tanstack/react-router'
import type { Integration, Link, Task, WriteBack } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { safeLink } from '#components/markdown/safe-link.ts'
import { ErrorState } from '#components/states/error-state.tsx'
import { Pill } from '#components/surface/pill.tsx'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { ConflictCard } from '#features/integrations/conflicts/conflict-list.tsx'
import { integrationsQuery } from '#features/integrations/integrations-query.ts'
import { LinkContext } from './link-context.tsx'
import { LinkHistory } from './link-history.tsx'
import classes from './tabs.module.css'

const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

export function TaskLinks({ task }: { task: Task }) {
  const { t } = useTranslation('integrations')
  const links = useQuery({
    queryKey: ['integrations', 'links', task.id],
    refetchInterval: 5_000,
    queryFn: async ({ signal }) =>
      (await call('links.list', { query: { task: task.id }, signal })).body.data,
  })
  const conflicts = useQuery({
    queryKey: ['integrations', 'conflicts of task', task.id],
    queryFn: async ({ signal }) =>
      (await call('conflicts.list', { query: { task: task.id, state: 'open' }, signal })).body.data,
  })
  const held = useQuery({
    queryKey: ['integrations', 'held writes', task.id],
    queryFn: async ({ signal }) => {
      const query = { task: task.id, state: 'awaiting_approval' as const }
      return (await call('write_backs.list', { query, signal })).body.data
    },
  }).data
  const integrations = useQuery(integrationsQuery)
  if (links.isError) {
    return (
      <ErrorState
        what={t('links.title')}
        error={links.error}
        onRetry={() => void links.refetch()}
      />
    )
  }
  const found = links.data ?? []
  const nameOf = (integration: string): string =>
    integrations.data?.find(({ id }) => id === integration)?.name ?? t('missing')
  const free = (integrations.data ?? []).filter(
    ({ id }) => !found.some((link) => link.integration_id === id && link.state !== 'gone'),
  )
  return (
    <div className={classes['tab']}>
      {conflicts.data
        ?.filter(({ field }) => field !== 'row')
        .map((conflict) => (
          <ConflictCard
            key={conflict.id}
            conflict={conflict}
            provider={nameOf(conflict.integration_id)}
          />
        ))}
      {links.data && found.length === 0 && <p className={classes['none']}>{t('links.none')}</p>}
      {found.map((link) => (
        <LinkItem
          key={link.id}
          link={link}
          integration={integrations.data?.find(({ id }) => id === link.integration_id)}
          held={held?.find(({ link_id: id }) => id === link.id)}
        />
      ))}
      {free.length > 0 && <CreateLink task={task} integrations={free} />}
    </div>
  )
}

const tones = { planned: 'accent', active: 'green', frozen: 'amber', gone: 'neutral' } as const

function LinkItem({
  link,
  integration,
  held,
}: {
  link: Link
  integration: Integration | undefined
  /** A change that waits for an approval. */
  held: WriteBack | undefined
}) {
  const { t } = useTranslation('integrations')
  const [isOpen, setOpen] = useState(false)
  return (
    <section>
      <h3>
        <span>
          {integration?.name ?? t('missing')} {link.external_key}
        </span>
        <Pill tone={tones[link.state]}>{t(`links.state.${link.state}`)}</Pill>
        {held && <HeldPill approval={held.approval_id} />}
      </h3>
      {link.state_reason !== null && <p className={classes['none']}>{link.state_reason}</p>}
      <LinkContext records={link.context} />
      <LinkButtons link={link} isOpen={isOpen} onExplain={() => setOpen(!isOpen)} />
      {isOpen && <LinkHistory link={link.id} />}
    </section>
  )
}

function HeldPill({ approval }: { approval: string | null }) {
  const { t } = useTranslation('integrations')
  const icon = <IconShieldQuestion size={13} stroke={2} aria-hidden="true" />
  const pill = (
    <Pill tone="violet" icon={icon}>
      {t('links.held')}
    </Pill>
  )
  if (approval === null) return pill
  return (
    <RouteLink
      to="/inbox/approvals/$approval"
      params={{ approval }}
      className={classes['held'] ?? ''}
    >
      {pill}
    </RouteLink>
  )
}

function LinkButtons({
  link,
  isOpen,
  onExplain,
}: {
  link: Link
  isOpen: boolean
  onExplain: () => void
}) {
  const { t } = useTranslation('integrations')
  const acts = useLinkActs(link)
  const address = safeLink(link.url ?? '')
  return (
    <Button.Group>
      {address !== '' && (
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          size="compact-md"
          variant="default"
          leftSection={<IconExternalLink {...ICON} />}
        >
          {link.external_key ?? link.external_id}
        </Button>
      )}
      <Button
        size="compact-md"
        variant="default"
        aria-expanded={isOpen}
        leftSection={<IconHistory {...ICON} />}
        onClick={onExplain}
      >
        {t('links.explain')}
      </Button>
      {link.state === 'frozen' && (
        <Button size="compact-md" variant="default" onClick={() => acts.resume.mutate()}>
          {t('links.resume')}
        </Button>
      )}
      {link.state !== 'gone' && (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconUnlink {...ICON} />}
          onClick={() => acts.remove.mutate()}
        >
          {t('links.unlink')}
        </Button>
      )}
    </Button.Group>
  )
}

const onError = ({ message }: Error) => showFailure(message)

function useLinkActs(link: Link) {
  const { t } = useTranslation('integrations')
  const client = useQueryClient()
  const params = { link: link.id }
  const refresh = () => client.invalidateQueries({ queryKey: ['integrations'] })
  const remove = useMutation({
    mutationFn: () => call('links.remove', { params }),
    onSuccess: async () => {
      showDone(t('links.unlinked'))
      await refresh()
    },
    onError,
  })
  const resume = useMutation({
    mutationFn: () => call('links.resume', { params }),
    onSuccess: async () => {
      showDone(t('links.resumed'))
      await refresh()
    },
    onError,
  })
  return { remove, resume }
}

function CreateLink({ task, integrations }: { task: Task; integrations: readonly Integration[] }) {
  const { t } = useTranslation('integrations')
  const client = useQueryClient()
  const make = useMutation({
    mutationFn: (integration: Integration) =>
      call('links.create', {
        params: { task: task.id },
        body: { integration: integration.id },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: async (_, { name }) => {
      showDone(t('links.created', { name }))
      await client.invalidateQueries({ queryKey: ['integrations'] })
    },
    onError: ({ message }) => showFailure(message),
  })
  return (
    <div>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button size="compact-md" variant="default" leftSection={<IconLink {...ICON} />}>
            {t('links.create')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {integrations.map((one) => (
            <Menu.Item key={one.id} onClick={() => make.mutate(one)}>
              {t('links.createIn', { name: one.name })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
