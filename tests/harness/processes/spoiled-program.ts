// The program with single lines of its source changed as it is loaded: what controls run in its place.
import { registerHooks } from 'node:module'

/** By the end of a file's path: a text that stands in it, and what stands there instead. */
export type Spoiling = Readonly<
  Record<string, readonly (readonly [text: string, instead: string])[]>
>

/** As `serve`. Fails before anything starts when a file of the table is not loaded, or has no such text. */
export async function runSpoiled(spoiling: Spoiling): Promise<void> {
  const unloaded = new Set(Object.keys(spoiling))
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      const [end, changes] = Object.entries(spoiling).find(([one]) => url.endsWith(one)) ?? []
      if (!end || !changes || loaded.source === undefined || loaded.source === null) return loaded
      unloaded.delete(end)
      let source = textOf(loaded.source)
      for (const [text, instead] of changes) {
        // A control that changes nothing any more must not look like one that was caught.
        if (!source.includes(text)) throw new Error(`${url} has no ${text}`)
        source = source.replaceAll(text, instead)
      }
      return { ...loaded, source }
    },
  })
  // First without running it: a control that lacks its change must not start, or it would look like one that was caught.
  await import('../../../server/src/commands/serve.ts')
  if (unloaded.size > 0) throw new Error(`never loaded: ${[...unloaded].join(', ')}`)
  await import('../../../server/src/main.ts')
}

const textOf = (source: string | ArrayBuffer | NodeJS.TypedArray): string =>
  typeof source === 'string' ? source : new TextDecoder().decode(source)
