import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesToAttach } from './files-to-attach.ts'

const pasted = (text: string, ...names: string[]) => ({
  files: names.map((name) => ({ name })),
  getData: (type: string) => (type === 'text/plain' ? text : '<img src="x">'),
})

test('a picture that accompanies copied text is not attached', () => {
  assert.equal(filesToAttach(pasted('12\t14\n', 'image.png')), undefined)
})

test('files of a file manager and images are attached', () => {
  assert.equal(filesToAttach(pasted('', 'image.png'))?.length, 1)
  assert.equal(filesToAttach(pasted('a.pdf\rb.pdf', 'a.pdf', 'b.pdf'))?.length, 2)
  assert.equal(filesToAttach(pasted('text')), undefined)
})
