// What the commands of a page assume: a task T-142, an ID from a response before, a file.

export type PagePreparation = {
  /** Commands that run before. */
  first?: string
  /** For what is an example on the page and exists under another name here. */
  change?: (code: string) => string
  /** Blocks that show an error contain one of these. */
  fails?: readonly string[]
  prints?: readonly RegExp[]
}

/** A task of the page, by a variable instead of the number on the page. */
const newTask = `TASK=T-$(api /api/tasks -d '{"title": "Example", "queue": "support"}' | grep -o '"number":[0-9]*' | cut -d : -f 2)`

/** Inside of single quotes, too. */
const useTask = (code: string): string =>
  code
    .replaceAll(/(?<=["'{[ ,:])"T-142"/g, `"'"$TASK"'"`)
    .replaceAll('T-142', '$TASK')
    .replaceAll(/'If-Match: "\d+"'/g, '"If-Match: \\"$(version $TASK)\\""')
    .replaceAll(/"version": \d+/g, `"version": '"$(version $TASK)"'`)

/** The worker runs until it has connected. */
const inExample = (name: string) => (code: string) =>
  code
    .replace('agt_…', '"$(id_of_token)"')
    .replace(
      /(node|python3) (worker\.\w+)/,
      `timeout 3 $1 "$REPOSITORY/examples/${name}/$2" || [ $? = 124 ]`,
    )

export const preparations: Readonly<Record<string, PagePreparation>> = {
  'README.md': {
    first: `api /api/tasks -d '{"title": "Water the plants"}'`,
    change: (code) => code.replace(/^export TASKS_.*$/gm, ''),
    prints: [/"status":"completed".*"result":\{"liters":3\}/],
  },
  'docs/guide/attachments.md': {
    first: `${newTask}\necho text > invoice-1881.pdf`,
    change: useTask,
    prints: [/"name":"invoice-1881.pdf"/],
  },
  'docs/guide/cli.md': {
    first: `${newTask}
api /api/fields -d '{"name": "Customer", "type": "text"}'
printf 'Summary,Due,Customer,Order\\nCall back,2026-12-24,Acme,7\\n' > orders.csv
mkdir -p share/bash-completion/completions`,
    change: (code) =>
      code
        .replaceAll('--assignee ada ', '')
        .replaceAll('T-1 ', '$TASK ')
        .replaceAll('~/.local/', ''),
  },
  'docs/guide/connectors.md': {
    fails: ['/run"'],
    change: (code) => code.replace('$CONNECTOR', '$(id con)'),
    prints: [/"code":"connector_not_enrolled"/],
  },
  'docs/guide/database-sources.md': {
    first: `${newTask}\nCONFLICT=cnf_019301a2b3c37d5e8f90a1b2c3d4e5f6\napi /api/connectors -d '{"name": "claims"}'\nCONNECTOR=$(id con)`,
    change: (code) => useTask(code).replace(/con_[0-9a-f]+/, `'"$CONNECTOR"'`),
    fails: ['/resolve"'],
    prints: [/"code":"conflict_not_found"/],
  },
  'docs/guide/events.md': {
    // Two events, and the position after the first.
    first: `${newTask}\n${newTask}\napi '/api/events?limit=1'\nCURSOR=$(sed 's/.*"next_cursor":"\\([^"]*\\).*/\\1/' response.json)`,
    change: (code) =>
      code
        .replace('task.*"', 'task.*&after=$CURSOR"')
        .replace(/curl -N (.*)/, 'timeout 5 curl --silent -N $1 || [ $? = 124 ]'),
    prints: [/^event: task\.created$/m],
  },
  'docs/guide/integrations.md': {
    change: (code) =>
      code
        .replace('https://redmine.example.com', 'http://127.0.0.1')
        .replaceAll('$INTEGRATION', '${INTEGRATION:=$(id int)}')
        .replaceAll('$CONFLICT', 'cnf_019301a2b3c37d5e8f90a1b2c3d4e5f6'),
    fails: ['/resolve"'],
    prints: [/"code":"conflict_not_found"/],
  },
  'docs/guide/overview.md': {
    change: (code) => code.replace('If-Match: "1"', 'If-Match: *'),
  },
  'docs/guide/recurring-tasks.md': {
    change: (code) => code.replace('tpl_…', `'"$(id tpl)"'`),
    prints: [/"frequency":"weekly"/],
  },
  'docs/guide/sdk.md': { change: (code) => code.replace(/^java .*$/m, '') },
  'docs/guide/tasks.md': {
    first: `${newTask}\napi /api/fields -d '{"name": "Amount", "type": "number"}'`,
    change: (code) =>
      useTask(code).replace(/user:usr_\w+/, `user:'"$(api /api/users > /dev/null; id usr)"'`),
    fails: ['"titel"'],
    prints: [/"code":"unknown_field".*Did you mean \\"title\\"\?/],
  },
  'examples/agent-node/README.md': { change: inExample('agent-node') },
  'examples/agent-python/README.md': {
    first: 'api /api/agents/refunds -X DELETE',
    change: inExample('agent-python'),
  },
  'docs/guide/webhooks.md': {
    change: (code) =>
      code
        .replace('https://example.com', 'https://127.0.0.1')
        .replaceAll('$WEBHOOK"', '$(id whk)"')
        .replaceAll('$WEBHOOK/', '${WEBHOOK:=$(id whk)}/'),
    prints: [/"matches":false/],
  },
}
