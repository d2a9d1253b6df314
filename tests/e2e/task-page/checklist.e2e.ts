// The checklist of a task: added, checked, edited, moved and deleted, with keys and with the pointer, and never lost.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Activity, Task } from '@task-service/contract'
import { becomes, open, useScene } from '../harness/scene.ts'

describe('checklist', () => {
  let task: Task
  const scene = useScene(async (stage) => {
    task = await stage.api<Task>('POST', '/tasks', { title: 'Pack the container' })
  })
  const section = () => scene.page.getByRole('region', { name: 'Checklist' })
  const box = (text: string) => section().getByRole('checkbox', { name: text })
  const stored = async () => {
    const { checklist = [] } = await scene.stage.api<Task>('GET', `/tasks/${task.id}`)
    return checklist.map(({ text, checked }) => `${checked ? '+' : '-'} ${text}`)
  }
  const shown = () => section().getByRole('listitem').allInnerTexts()

  it('adds items one after the other, and several at once', async () => {
    const page = await open(scene, `/tasks/T-${task.number}`)
    await section().getByRole('button', { name: 'Add checklist item' }).click()
    await page.keyboard.type('Weigh it')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Seal it')
    await page.keyboard.press('Enter')
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '- [ ] Label it\\n- [ ] Photograph it')
      const paste = { clipboardData, bubbles: true, cancelable: true }
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', paste))
    })()`)
    await page.keyboard.press('Escape')
    await becomes('all are stored', stored, [
      '- Weigh it',
      '- Seal it',
      '- Label it',
      '- Photograph it',
    ])
    await section().getByText('0 of 4').waitFor()
  })

  it('checks items, says how many are done, and records it', async () => {
    const { page } = scene
    await box('Weigh it').press('Space')
    await box('Label it').click()
    await section().getByText('2 of 4').waitFor()
    await becomes(
      'both are stored',
      async () => (await stored()).filter((one) => one.startsWith('+')),
      ['+ Weigh it', '+ Label it'],
    )
    const { data } = await scene.stage.api<{ data: Activity[] }>(
      'GET',
      `/tasks/${task.id}/activity`,
    )
    assert.deepEqual(
      data[0]?.changes.map(({ field }) => field),
      ['checklist'],
    )
    await page.reload()
    await section().getByText('2 of 4').waitFor()
    assert.equal(await box('Weigh it').isChecked(), true)
  })

  it('edits the text: Enter saves, Escape does not', async () => {
    const { page } = scene
    const focused = () => page.evaluate('document.activeElement.textContent')
    await section().getByRole('button', { name: 'Seal it', exact: true }).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Seal both doors')
    await page.keyboard.press('Enter')
    await box('Seal both doors').waitFor()
    await becomes('the focus is on its text', focused, 'Seal both doors')
    await section().getByRole('button', { name: 'Weigh it', exact: true }).click()
    await page.keyboard.type('nonsense')
    await page.keyboard.press('Escape')
    await box('Weigh it').waitFor()
    await becomes('the focus is on its text', focused, 'Weigh it')
    await becomes('it is stored', async () => (await stored())[1], '- Seal both doors')
  })

  it('moves items with keys and by the handle', async () => {
    const { page } = scene
    const handle = (text: string) => section().getByRole('button', { name: `Move “${text}”` })
    await handle('Photograph it').focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await becomes('it is the second', async () => (await stored())[1], '- Photograph it')
    await box('Weigh it').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Alt+ArrowDown')
    await becomes('it is the third now', async () => (await stored())[2], '+ Weigh it')
    const last = await section().getByRole('listitem').last().boundingBox()
    await handle('Photograph it').hover()
    await page.mouse.down()
    await page.mouse.move(last?.x ?? 0, (last?.y ?? 0) + (last?.height ?? 0) + 4, { steps: 8 })
    await page.mouse.up()
    await becomes('it is the last', async () => (await stored()).at(-1), '- Photograph it')
    assert.match((await shown()).at(-1) ?? '', /Photograph it/)
  })

  it('deletes an item, and undo restores it in its place', async () => {
    const { page } = scene
    await section().getByRole('button', { name: 'Delete “Weigh it”' }).click()
    await becomes('it is gone', async () => (await stored()).length, 3)
    const focused = () => page.evaluate('document.activeElement.textContent')
    await becomes('the focus is on the next item', focused, 'Label it')
    await page.getByRole('button', { name: /^Undo/ }).click()
    await becomes('it is where it was', async () => (await stored())[1], '+ Weigh it')
  })

  it('keeps what someone else changes at the same time', async () => {
    const { page, stage } = scene
    const { checklist = [] } = await stage.api<Task>('GET', `/tasks/${task.id}`)
    let isOvertaken = false
    await page.route(`**/api/tasks/${task.id}`, async (route) => {
      if (route.request().method() === 'PATCH' && !isOvertaken) {
        isOvertaken = true
        await stage.api('PATCH', `/tasks/${task.id}`, {
          checklist: [...checklist, { text: 'Theirs' }],
        })
      }
      await route.continue()
    })
    await box('Seal both doors').click()
    await becomes('both changes are stored', async () => (await stored()).toSorted(), [
      '+ Label it',
      '+ Seal both doors',
      '+ Weigh it',
      '- Photograph it',
      '- Theirs',
    ])
    await page.unroute(`**/api/tasks/${task.id}`)
    await section().getByText('3 of 5').waitFor()
  })

  it('takes a failed change back, and tries again', async () => {
    const { page } = scene
    await page.route(`**/api/tasks/${task.id}`, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await box('Theirs').click()
    await page.getByText('The checklist was not saved.').waitFor()
    assert.equal(await box('Theirs').isChecked(), false)
    await page.unroute(`**/api/tasks/${task.id}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await becomes('it is stored', async () => (await stored()).at(-1), '+ Theirs')
  })
})
