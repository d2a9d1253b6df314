// Renders .env.example and the configuration page from the schema, so that neither can become outdated.
import { describeAccepted } from './describe-accepted.ts'
import { durationForm, sizeForm } from './parse-quantity.ts'
import { entries, groups, type Variable, type VariableName } from './schema.ts'

export type EnvValues = Partial<Record<VariableName, string>>

export function renderEnvExample(): string {
  const opening = [
    '# Every variable of Task Service. `task-service init` prints this file with generated secrets.',
    '# Keep the file out of source control. Each secret can also come from a file: NAME_FILE=/path.',
  ]
  const examples = entries.filter(([, { required }]) => required)
  return renderEnvFile(
    opening,
    Object.fromEntries(examples.map(([name, { example }]) => [name, example ?? ''])),
  )
}

/** Variables with a value are set; all others are comments with their default. */
export function renderEnvFile(opening: readonly string[], values: EnvValues): string {
  const lines = [...opening]
  for (const [group, title] of Object.entries(groups)) {
    lines.push('', `# --- ${title} ---`)
    for (const [name, variable] of entries.filter(([, { group: of }]) => of === group)) {
      const value = values[name]
      lines.push('', `# ${variable.help}`, `# ${capitalize(describeAccepted(variable))}.`)
      lines.push(
        value === undefined
          ? `# ${name}=${variable.default ?? variable.example ?? ''}`
          : `${name}=${value}`,
      )
    }
  }
  return `${lines.join('\n')}\n`
}

export function renderConfigurationReference(): string {
  return `${[
    '<!-- Generated from server/src/config/schema.ts by `npm run gen`; edit that file instead. -->',
    '',
    '# Configuration',
    '',
    'Task Service is configured with environment variables only. It does not start with an invalid or',
    'missing value or an unknown `SERVICE_ACP_*` name, and reports all errors at once. An empty variable',
    'counts as unset. `task-service init` prints a complete `.env` with generated secrets.',
    '',
    `A duration is ${durationForm} (\`30s\`). A size is ${sizeForm} (\`2MiB\`).`,
    ...Object.entries(groups).flatMap(([group, title]) => renderGroup(group, title)),
    '',
    ...renderFileSection(),
    '',
    ...renderLimits(),
    '',
    ...closing,
  ].join('\n')}\n`
}

function renderGroup(group: string, title: string): string[] {
  const rows = entries
    .filter(([, variable]) => variable.group === group)
    .map(([name, variable]) => [
      code(name),
      renderDefault(variable),
      variable.secret ? 'yes' : 'no',
      `${renderHelp(variable)} ${capitalize(describeAccepted(variable))}.`,
    ])
  return ['', `## ${title}`, '', ...renderTable(['Variable', 'Default', 'Secret', 'Meaning'], rows)]
}

function renderFileSection(): string[] {
  const secrets = entries.filter(([, { secret }]) => secret)
  return [
    '## Secrets from files',
    '',
    'Each secret can be read from a file: set the variable below to its path. Line breaks at the end of',
    'the file are ignored. It is an error to set both the variable and its `_FILE`, and so is a file that',
    'is missing, unreadable or empty. Secrets never appear in messages, logs or responses.',
    '',
    ...renderTable(
      ['Secret', 'File'],
      secrets.map(([name]) => [code(name), code(`${name}_FILE`)]),
    ),
  ]
}

function renderLimits(): string[] {
  const limits = entries.filter(([, { whenReached }]) => whenReached !== undefined)
  const rows = limits.map(([name, variable]) => [
    code(name),
    renderDefault(variable),
    variable.off ? 'yes' : 'no',
    variable.help,
    variable.whenReached ?? '',
  ])
  const head = ['Variable', 'Default', '`off` allowed', 'Limit', 'When it is reached']
  return ['## All limits', '', ...renderTable(head, rows)]
}

const closing = [
  '## Other variables',
  '',
  '`OTEL_*` variables belong to OpenTelemetry and keep the meaning its specification gives them.',
  '`NODE_EXTRA_CA_CERTS` is the path of a PEM file with additional trusted certificate authorities.',
  '`NODE_ENV` has no effect.',
]

function renderHelp({ help, fallbacks }: Variable): string {
  // Serverless platforms set PORT; networks with a proxy set HTTPS_PROXY.
  const names = fallbacks?.map(code).join(' or ')
  const also = names ? ` ${names} is used when this is unset.` : ''
  return `${help.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}${also}`
}

function renderDefault({ default: text, required }: Variable): string {
  if (required) return '*required*'
  return text === null ? '' : code(text)
}

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}

function code(text: string): string {
  return `\`${text}\``
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
