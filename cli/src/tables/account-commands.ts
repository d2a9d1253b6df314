// Profiles: which server and which key.
import type { CommandSpec } from '#cli/program/command-spec.ts'

const loadProfiles = () => import('#cli/commands/account/profiles.ts')

export const accountCommands: readonly CommandSpec[] = [
  {
    name: 'login',
    summary: 'Store the URL and the API key of a tenant as a profile.',
    details:
      'The key is read from a prompt without echo, or from standard input in a pipe. It is checked before it is stored in $XDG_CONFIG_HOME/task-service/config.json, which only you can read.',
    options: [{ flags: '--url <url>', text: 'base URL of the tenant' }],
    json: 'document',
    examples: [
      'tasks login --url https://acme.tasks.example.com',
      'pass show tasks-key | tasks login --url http://localhost:8001 --profile local',
    ],
    load: async () => (await import('#cli/commands/account/login.ts')).login,
  },
  {
    name: 'profile list',
    summary: 'List the profiles.',
    json: 'document',
    examples: ['tasks profile list'],
    load: async () => (await loadProfiles()).profileList,
  },
  {
    name: 'profile use',
    args: '<name>',
    summary: 'Make a profile the current one.',
    json: 'document',
    examples: ['tasks profile use local'],
    load: async () => (await loadProfiles()).profileUse,
  },
  {
    name: 'profile remove',
    args: '<name>',
    summary: 'Remove a profile and its key.',
    details: 'The key stays valid on the server.',
    json: 'document',
    examples: ['tasks profile remove local'],
    load: async () => (await loadProfiles()).profileRemove,
  },
]
