// Import, export, raw requests and completions.
import type { CommandSpec } from '#cli/program/command-spec.ts'
import { idempotencyOption, sortOption, taskFilters } from './shared-options.ts'

export const dataCommands: readonly CommandSpec[] = [
  {
    name: 'import',
    args: '<file>',
    summary: 'Create tasks from a CSV or JSON Lines file.',
    details:
      'The service reads the file: it checks every row in a dry run, and then creates the tasks. Rejected rows are written to a file that you can fix and import. Ctrl+C stops the import; --resume continues it. Repeating an import with the same options creates no duplicates within 24 hours, or at any time if the rows have an external ID. With - as the file, it is read from standard input.',
    options: [
      {
        flags: '-m, --map <field=column>',
        text: 'column of a task field; fields.<name> for a custom field',
        isList: true,
      },
      { flags: '--set <field=value>', text: 'value of rows that have none', isList: true },
      {
        flags: '--format <format>',
        text: 'default: from the file name',
        choices: ['csv', 'jsonl'],
      },
      {
        flags: '--delimiter <character>',
        text: 'of the CSV file; default: the most frequent of , ; and tab in the header',
      },
      {
        flags: '--errors <file>',
        text: 'file for rejected rows (default: <file>.errors.<format>)',
      },
      { flags: '--dry-run', text: 'check all rows without creating tasks' },
      { flags: '--resume', text: 'continue an import that was interrupted' },
      { flags: '--restart', text: 'start an import again that was interrupted' },
    ],
    json: 'document',
    examples: [
      'tasks import orders.csv --map title=Summary --map due_at=Due --map fields.customer=Customer --dry-run',
      'tasks import orders.csv --map title=Summary --map external_id=Order --set source=shop',
      'tasks import tasks.jsonl --resume',
    ],
    load: async () => (await import('#cli/commands/transfer/import-tasks.ts')).importTasks,
  },
  {
    name: 'export',
    summary: 'Write tasks as JSON Lines or CSV.',
    details:
      'In CSV, values that a spreadsheet would run as a formula start with an apostrophe; the columns are those of GET /api/tasks/export. Memory does not grow with the number of tasks.',
    options: [
      ...taskFilters,
      sortOption,
      { flags: '--format <format>', text: 'default: jsonl', choices: ['csv', 'jsonl'] },
      { flags: '-o, --output <file>', text: 'write to this file instead of standard output' },
    ],
    examples: [
      'tasks export --status completed > tasks.jsonl',
      'tasks export --format csv -o tasks.csv',
    ],
    load: async () => (await import('#cli/commands/transfer/export-tasks.ts')).exportTasks,
  },
  {
    name: 'api',
    args: '<method> <path>',
    summary: 'Send a request to the API and print the response.',
    details:
      'The path starts with /api; the prefix can be omitted. -f adds a field to the body, or to the query of a GET; values that are JSON are sent as JSON. A body of standard input is sent as it is.',
    options: [
      { flags: '-f, --field <name=value>', text: 'field of the body or the query', isList: true },
      { flags: '--input <file>', text: 'file with the JSON body; - is standard input' },
      { flags: '-H, --header <name=value>', text: 'request header', isList: true },
      { flags: '--paginate', text: 'request every page of a list and print one document' },
      { flags: '-i, --include', text: 'print the status and the headers on standard error' },
      idempotencyOption,
    ],
    json: 'document',
    examples: [
      'tasks api GET /tasks -f status=ready -f limit=5',
      'tasks api POST /tasks -f title="Call the supplier" -f labels=\'["phone"]\'',
      'tasks api PATCH /tasks/T-142 --input - < patch.json',
      'tasks api GET /queues --paginate',
    ],
    load: async () => (await import('#cli/commands/requests/api.ts')).api,
  },
  {
    name: 'completion',
    args: '<shell>',
    summary: 'Print the completion script for bash, zsh or fish.',
    examples: [
      'tasks completion bash > ~/.local/share/bash-completion/completions/tasks',
      'tasks completion zsh > "${fpath[1]}/_tasks"',
      'tasks completion fish > ~/.config/fish/completions/tasks.fish',
    ],
    load: async (tables) => {
      const { completion } = await import('#cli/commands/requests/completion.ts')
      return (run) => completion(run, tables)
    },
  },
]
