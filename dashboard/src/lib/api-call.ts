// A request to the API as a developer would write it; the key is a placeholder.
export type Tool = 'curl' | 'fetch'
export const TOOLS: readonly { value: Tool; label: string }[] = [
  { value: 'curl', label: 'curl' },
  { value: 'fetch', label: 'JavaScript' },
]

export type ApiCall = { method: string; path: string; body?: unknown }

/** Longer ones are read more easily line by line. */
const ONE_LINE = 60

function printBody(body: unknown): string {
  const short = JSON.stringify(body)
  return short.length <= ONE_LINE ? short : JSON.stringify(body, null, 2)
}

export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

function curl(base: string, { method, path, body }: ApiCall): string {
  const address = `${base}${path}`
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${/[?&]/.test(address) ? quote(address) : address}`,
    '-H "X-API-Key: $TASKS_KEY"',
  ]
  if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d ${quote(printBody(body))}`)
  }
  return lines.join(' \\\n  ')
}

function fetchCall(base: string, { method, path, body }: ApiCall): string {
  const headers = ["'X-API-Key': process.env.TASKS_KEY"]
  if (body !== undefined) headers.push("'Content-Type': 'application/json'")
  return [
    `const response = await fetch('${base}${path}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${headers.join(', ')} },`,
    ...(body === undefined
      ? []
      : [`  body: JSON.stringify(${printBody(body).replaceAll('\n', '\n  ')}),`]),
    '})',
  ].join('\n')
}

export function writeCall(base: string, call: ApiCall, tool: Tool): string {
  return tool === 'curl' ? curl(base, call) : fetchCall(base, call)
}
