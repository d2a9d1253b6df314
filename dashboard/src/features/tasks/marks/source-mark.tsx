// Where a task came from: a small icon of the kind of system, and its name where there is room.
import {
  IconAddressBook,
  IconApi,
  IconBrandGithub,
  IconBrandGitlab,
  IconDatabase,
  IconPlugConnected,
  IconTicket,
} from '@tabler/icons-react'
import { createElement, type ReactNode } from 'react'
import { type Sourced, useSourceNames } from '../data/use-source-names.ts'
import classes from './marks.module.css'

const known: [RegExp, typeof IconApi][] = [
  [/github/i, IconBrandGithub],
  [/gitlab/i, IconBrandGitlab],
  [/jira|linear|redmine|tracker|youtrack|servicenow|zendesk/i, IconTicket],
  [/hubspot|salesforce|pipedrive|dynamics|crm/i, IconAddressBook],
  [/sql|postgres|oracle|database|\berp|\bwms|ledger/i, IconDatabase],
]

const byKind = { api: IconApi, integration: IconPlugConnected, database: IconDatabase }

function drawIcon({ origin }: Sourced, name: string): ReactNode {
  const found = known.find(([pattern]) => pattern.test(name))?.[1]
  return createElement(found ?? byKind[origin.kind], {
    size: 14,
    stroke: 1.75,
    'aria-hidden': true,
  })
}

export function SourceMark({ task, withName = false }: { task: Sourced; withName?: boolean }) {
  const sourceOf = useSourceNames()
  return <SourceShape task={task} name={sourceOf(task)} withName={withName} />
}

/** For lists, which look up words once and not for every row. */
export function SourceShape({
  task,
  name,
  withName,
}: {
  task: Sourced
  name: string
  withName: boolean
}) {
  return (
    <span
      className={classes['source']}
      title={name}
      role={withName ? undefined : 'img'}
      aria-label={withName ? undefined : name}
    >
      {drawIcon(task, name)}
      {withName && <span>{name}</span>}
    </span>
  )
}
