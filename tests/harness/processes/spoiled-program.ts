// The program with single lines of its source changed as it is loaded: what controls run in its place.
import { registerHooks } from 'node:module'

/** By the end of a file's path: a text that stands in it, and what stands there instead. */
export type Spoiling = Readonly<
  Record<string, readonly (readonly [text: string, instead: string])[]>
>

export async function runSpoiled(spoiling: Spoiling): Promise<void> {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      const changes = Object.entries(spoiling).find(([end]) => url.endsWith(end))?.[1]
      if (!changes || loaded.source === undefined || loaded.source === null) return loaded
      let source = textOf(loaded.source)
      for (const [text, instead] of changes) {
        // A control that changes nothing any more must not look like one that was caught.
        if (!source.includes(text)) throw new Error(`${url} has no ${text}`)
        source = source.replaceAll(text, instead)
      }
      return { ...loaded, source }
    },
  })
  await import('../../../server/src/main.ts')
}

const textOf = (source: string | ArrayBuffer | NodeJS.TypedArray): string =>
  typeof source === 'string' ? source : new TextDecoder().decode(source)
