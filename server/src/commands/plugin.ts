// `plugin <folder>`: prints the plugins.json entry of an integration, after its manifest was read in a sandbox.
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
    throw new CommandError('usage', `${folder} is not a valid plugin: ${reason}`)
  })
  output.result({ entry, provider: manifest.id }, [
    `${manifest.displayName}: ${manifest.summary}`,
    'To install it, add this entry to "plugins" in the file set in SERVICE_ACP_PLUGINS:',
    JSON.stringify(entry, null, 2),
  ])
}
