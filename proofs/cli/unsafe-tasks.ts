// `tasks` without three of its defenses: text is printed as it is, files are readable for everyone, and forwarded events
// are signed with another key. What the control runs.
import { registerHooks } from 'node:module'

const changes: Readonly<Record<string, readonly [text: string, instead: string]>> = {
  '/terminal/neutralize.ts': [
    "text.toWellFormed().replaceAll('\\r\\n', '\\n').replaceAll(DANGEROUS, toVisible)",
    'text',
  ],
  '/profiles/write-file.ts': ["'wx', 0o600", "'wx', 0o644"],
  '/webhooks/sign-message.ts': ["createHmac('sha256', key)", "createHmac('sha256', 'other')"],
}

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const [, change] = Object.entries(changes).find(([end]) => url.endsWith(end)) ?? []
    if (change === undefined) return loaded
    const source = textOf(loaded.source)
    // A control that changes nothing must not look like one that was caught.
    if (!source.includes(change[0])) throw new Error(`${url} has no ${change[0]}`)
    return { ...loaded, source: source.replace(change[0], change[1]) }
  },
})
await import('../../cli/src/main.ts')

function textOf(source: string | ArrayBuffer | NodeJS.TypedArray | null | undefined): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source ?? undefined)
}
