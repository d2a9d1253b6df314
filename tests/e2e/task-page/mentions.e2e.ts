// Mentions: picked by keyboard while a comment is written, stored by ID, shown by the current name, and edited as typed.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Comment, Task } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { visit } from '../harness/browser.ts'
import { addPerson } from '../harness/people.ts'
import { becomes, open, useScene } from '../harness/scene.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true })

describe('mentions in comments', () => {
  let task: Task
  const scene = useScene(async (stage) => {
    await addPerson(stage, 'dana.north')
    await addPerson(stage, 'dana.south')
    await stage.api('POST', '/agents', { name: 'docs-agent', queues: ['customs'] })
    task = await stage.api<Task>('POST', '/tasks', { title: 'Customs', delegate: 'docs-agent' })
  })

  const comments = async (): Promise<Comment[]> =>
    (await scene.stage.api<{ data: Comment[] }>('GET', `/tasks/${task.id}/comments`)).data
  const show = async () => {
    const page = await open(scene, `/tasks/T-${task.number}`)
    await page.getByRole('tab', { name: /^Activity/ }).waitFor()
    return page
  }

  it('picks people and agents by keyboard, and stores their IDs', async () => {
    const page = await show()
    await page.keyboard.press('m')
    await page.keyboard.type('Hi @dan')
    const options = page.getByRole('listbox', { name: 'Mention' }).getByRole('option')
    await becomes('both are offered', () => options.count(), 2)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    assert.equal(await field(page).inputValue(), 'Hi @dana.south ')
    await page.keyboard.type('and @doc')
    await options.first().waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('please. Not @dana.north')
    await page.keyboard.press('Escape')
    await options.first().waitFor({ state: 'detached' })
    assert.equal(await page.evaluate(`document.activeElement.tagName`), 'TEXTAREA')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.locator('[data-mention], [data-kind="user"]', { hasText: '@dana.south' }).waitFor()
    await becomes('it is stored', async () => (await comments()).length, 1)
    const [comment] = await comments()
    const [first] = comment?.mentions ?? []
    assert.match(first?.id ?? '', /^usr_/)
    assert.deepEqual(comment?.mentions, [first, { kind: 'agent', id: 'docs-agent' }])
    assert.equal(
      comment?.body,
      `Hi @[dana.south](user:${first?.id}) and @[docs-agent](agent:docs-agent) please. Not @dana.north`,
    )
  })

  it('is edited as it was typed', async () => {
    const page = await show()
    await page.getByRole('button', { name: 'Comment actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit comment' }).click()
    const editor = page.getByRole('textbox', { name: 'Edit comment' })
    await becomes(
      'the text is as typed',
      () => editor.inputValue(),
      'Hi @dana.south and @docs-agent please. Not @dana.north',
    )
    await editor.press('End')
    await page.keyboard.type(', or @dana.n')
    await page.getByRole('option', { name: /dana\.north/ }).click()
    await page.keyboard.press('ControlOrMeta+Enter')
    await becomes('three are mentioned', async () => (await comments())[0]?.mentions.length, 3)
  })

  it('works by touch on a phone', async () => {
    const phone = await visit(scene.browser, scene.stage, { scheme: 'dark', width: 360 })
    const { page } = phone
    await page.goto(`${scene.stage.url}/tasks/T-${task.number}`)
    await field(page).tap()
    await page.keyboard.type('@south')
    await page.getByRole('option', { name: /dana\.south/ }).tap()
    assert.equal(await field(page).inputValue(), '@dana.south ')
    assert.deepEqual(phone.faults, [])
    await phone.context.close()
  })
})
