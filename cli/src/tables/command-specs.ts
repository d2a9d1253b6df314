// Every command of the program, in the order of the help.
import type { CommandGroup, CommandSpec } from '#cli/program/command-spec.ts'
import { accountCommands } from './account-commands.ts'
import { dataCommands } from './data-commands.ts'
import { eventCommands } from './event-commands.ts'
import { taskCommands } from './task-commands.ts'
import { workCommands } from './work-commands.ts'

export const commandGroups: readonly CommandGroup[] = [
  { name: 'profile', summary: 'List, choose and remove profiles.' },
  { name: 'events', summary: 'Follow the events.' },
  { name: 'webhooks', summary: 'List, create and test webhooks.' },
  { name: 'deliveries', summary: 'List and resend webhook deliveries.' },
  { name: 'integrations', summary: 'List, show and sync integrations.' },
  { name: 'connectors', summary: 'List and show connectors.' },
  { name: 'agents', summary: 'List, pause and resume agents.' },
  { name: 'queues', summary: 'List queues.' },
  { name: 'runs', summary: 'List and show runs of agents.' },
]

export const commandSpecs: readonly CommandSpec[] = [
  ...accountCommands,
  ...taskCommands,
  ...eventCommands,
  ...workCommands,
  ...dataCommands,
]
