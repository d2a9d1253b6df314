import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { test } from 'node:test'

test('Graphviz is loaded when the picture is drawn, not before', async () => {
  const loaded: string[] = []
  const hooks = registerHooks({
    load(url, context, next) {
      loaded.push(url)
      return next(url, context)
    },
  })
  const isLoaded = () => loaded.some((url) => url.includes('@viz-js'))
  try {
    const { architecturePicture } = await import('./architecture-picture.ts')
    assert.ok(!isLoaded())
    assert.match(await architecturePicture(), /<svg.*<\/svg>/s)
    assert.ok(isLoaded())
  } finally {
    hooks.deregister()
  }
})
