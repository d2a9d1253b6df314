// `plugin <folder>`: the entry for the operator's list, after the integration has said what it is.
import { describePlugin } from '#app/plugin-host.ts'
import { CommandError } from './exit-codes.ts'
import type { Output } from './output.ts'

export async function plugin(
  output: Output,
  _: Record<string, unknown>,
  [folder = '']: string[],
): Promise<undefined> {
  const { entry, manifest } = await describePlugin(folder).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError('usage', `${folder} cannot be used: ${reason}`)
  })
  output.result({ entry, provider: manifest.id }, [
    `${manifest.displayName}: ${manifest.summary}`,
    'To use it, add this to "plugins" in the file that SERVICE_ACP_PLUGINS names:',
    JSON.stringify(entry, null, 2),
  ])
}
