// Every language says everything: the same names, the same places for values, nothing left empty.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

type Tree = { [name: string]: string | Tree }

const read = (language: string, area: string): Map<string, string> => {
  const text = readFileSync(join(import.meta.dirname, language, area), 'utf8')
  return new Map(flatten(JSON.parse(text) as Tree)) // files of ours
}

function* flatten(tree: Tree, path = ''): Generator<[string, string]> {
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') yield [path + name, value]
    else yield* flatten(value, `${path}${name}.`)
  }
}

const values = (text = ''): string[] => (text.match(/\{\{\w+\}\}|<\/?\d+>/g) ?? []).toSorted()
const areas = readdirSync(join(import.meta.dirname, 'en'))

test('the areas are the same', () => {
  assert.deepEqual(readdirSync(join(import.meta.dirname, 'de')), areas)
})

for (const area of areas) {
  test(`${area} says the same in German`, () => {
    const [english, german] = [read('en', area), read('de', area)]
    assert.deepEqual([...german.keys()].toSorted(), [...english.keys()].toSorted())
    for (const [name, text] of english) {
      assert.notEqual(text.trim(), '', name)
      assert.notEqual(german.get(name)?.trim(), '', name)
      assert.deepEqual(values(german.get(name)), values(text), name)
    }
  })
}
