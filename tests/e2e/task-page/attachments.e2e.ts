// Files of a task in the dashboard: attached by button, by dropping and by pasting, shown with their progress, downloaded and
// deleted, on the page, in the panel and on a phone.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import type { Attachment, Task } from '@task-service/contract'
import type { Locator, Page } from 'playwright-core'
import { attachFile } from '../../harness/files/attach-file.ts'
import { becomes, open, useScene } from '../harness/scene.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP8z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
)
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const section = (page: Page) => page.getByRole('region', { name: 'Attachments' })
const row = (page: Page, name: string): Locator =>
  section(page).getByRole('listitem').filter({ hasText: name })
const stored = (page: Page, name: string) => section(page).getByRole('link', { name, exact: true })

/** As a file manager or a screenshot tool hands them over. */
const handOver = (page: Page, type: 'drop' | 'paste', name: string, bytes = 11) =>
  page.evaluate(`{
    const data = new DataTransfer()
    data.items.add(new File(['x'.repeat(${bytes})], ${JSON.stringify(name)}, { type: 'text/plain' }))
    const options = { bubbles: true, cancelable: true }
    document.body.dispatchEvent(${JSON.stringify(type)} === 'drop'
      ? new DragEvent('drop', { ...options, dataTransfer: data })
      : new ClipboardEvent('paste', { ...options, clipboardData: data }))
  }`)

const choose = (page: Page, ...files: { name: string; buffer: Buffer; mimeType?: string }[]) =>
  section(page)
    .locator('input[type=file]')
    .setInputFiles(files.map((file) => ({ mimeType: 'application/octet-stream', ...file })))

describe('attachments of a task', () => {
  let task: Task
  const scene = useScene(async (stage) => {
    task = await stage.api<Task>('POST', '/tasks', { title: 'Customs hold' })
  })
  const list = async () =>
    (await scene.stage.api<{ data: Attachment[] }>('GET', `/tasks/${task.id}/attachments`)).data
  const names = async () => (await list()).map(({ name }) => name)
  const detail = async (): Promise<Page> => {
    const page = await open(scene, `/tasks/T-${task.number}`)
    await section(page).getByRole('button', { name: 'Attach files' }).waitFor()
    return page
  }
  it('attaches files, shows images, downloads them unchanged, and tells it in the activity', async () => {
    const page = await detail()
    const note = Buffer.from('Line 3 has swapped digits')
    await choose(page, { name: 'note.txt', buffer: note }, { name: 'scale.png', buffer: PNG })
    await stored(page, 'note.txt').waitFor()
    await stored(page, 'scale.png').waitFor()
    const image = row(page, 'scale.png').locator('img')
    await image.waitFor()
    await becomes(
      'the width of the preview',
      () => image.evaluate((shown: { naturalWidth?: number }) => shown.naturalWidth),
      2,
    )
    assert.equal(await row(page, 'note.txt').locator('img').count(), 0)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      stored(page, 'note.txt').click(),
    ])
    assert.equal(download.suggestedFilename(), 'note.txt')
    assert.equal(sha256(await buffer(await download.createReadStream())), sha256(note))
    await page.getByText('attached note.txt').waitFor()
    assert.deepEqual(
      (await list()).map(({ image_type: type }) => type),
      [null, 'image/png'],
    )
  })

  it('takes files that are dropped or pasted anywhere on the page', async () => {
    const page = await detail()
    await handOver(page, 'drop', 'dropped.txt')
    await stored(page, 'dropped.txt').waitFor()
    await handOver(page, 'paste', 'pasted.txt')
    await stored(page, 'pasted.txt').waitFor()
  })

  it('gives a file a name that is accepted everywhere', async () => {
    const page = await detail()
    await handOver(page, 'drop', 'a\u202egnp.exe')
    await stored(page, 'a_gnp.exe').waitFor()
    assert.ok((await names()).includes('a_gnp.exe'))
  })

  it('shows progress, and cancels an upload', async () => {
    const page = await detail()
    await page.route('**/attachments?name=slow*', () => {})
    await choose(page, { name: 'slow.bin', buffer: Buffer.alloc(1024) })
    await section(page)
      .getByRole('progressbar', { name: 'Upload of slow.bin' })
      .waitFor({ state: 'attached' })
    await section(page).getByRole('button', { name: 'Cancel upload of slow.bin' }).click()
    await row(page, 'slow.bin').waitFor({ state: 'detached' })
    await choose(page, { name: 'next.bin', buffer: Buffer.alloc(10) })
    await stored(page, 'next.bin').waitFor()
    assert.ok(!(await names()).includes('slow.bin'))
  })

  it('keeps what failed without a connection, and sends it once again', async () => {
    const page = await detail()
    await page.context().setOffline(true)
    await choose(page, { name: 'later.txt', buffer: Buffer.from('later') })
    await section(page).getByText('Not attached. Can’t reach the server.').waitFor()
    await page.context().setOffline(false)
    await row(page, 'later.txt').getByRole('button', { name: 'Try again' }).click()
    await stored(page, 'later.txt').waitFor()
    assert.equal((await names()).filter((name) => name === 'later.txt').length, 1)
  })

  it('says why the server refused a file', async () => {
    const page = await detail()
    await handOver(page, 'drop', 'huge.bin', 26 * 1024 * 1024)
    await section(page)
      .getByText(/Not attached\. The file is too large/)
      .waitFor()
    await section(page).getByRole('button', { name: 'Discard huge.bin' }).click()
    await row(page, 'huge.bin').waitFor({ state: 'detached' })
  })

  it('deletes a file by keyboard, after asking', async () => {
    const page = await detail()
    await stored(page, 'note.txt').waitFor()
    await section(page).getByRole('button', { name: 'Delete note.txt' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await stored(page, 'note.txt').waitFor()
    // The button has the focus again, and the question starts at its safe answer.
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByText('note.txt deleted.').waitFor()
    await stored(page, 'note.txt').waitFor({ state: 'detached' })
    assert.ok(!(await names()).includes('note.txt'))
    await page.getByText('deleted the attachment note.txt').waitFor()
  })

  it('shows what others attach, in the panel and at 360 px', async () => {
    const page = await open(scene, `/tasks?peek=T-${task.number}`)
    await stored(page, 'scale.png').waitFor()
    await attachFile(scene.stage, task.id, { name: 'by-program.txt', content: 'Hello' })
    await stored(page, 'by-program.txt').waitFor()
    const phone = await detail()
    await phone.setViewportSize({ width: 360, height: 740 })
    await stored(phone, 'by-program.txt').waitFor()
    const width = Number(await phone.evaluate('document.documentElement.scrollWidth'))
    assert.ok(width <= 360, `${width} px wide`)
  })
})
