// The e-mail digest of the inbox: the address is confirmed with a code from a real mail server; without one the dialog says so.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { findLastingPort } from '../../harness/free-port.ts'
import { startSmtpServer, type TestSmtpServer, textOf } from '../../harness/mail/smtp-server.ts'
import { until } from '../../operate/until.ts'
import { openStage } from '../harness/own-stage.ts'
import { open, useScene, useSceneOn } from '../harness/scene.ts'

const openDigest = async (page: Awaited<ReturnType<typeof open>>) => {
  await page.getByRole('button', { name: 'Inbox menu' }).click()
  await page.getByRole('menuitem', { name: 'E-mail digest' }).click()
  const dialog = page.getByRole('dialog', { name: 'E-mail digest' })
  await dialog.waitFor()
  return dialog
}

describe('the e-mail digest', () => {
  let server: TestSmtpServer
  const scene = useSceneOn(async () => {
    server = await startSmtpServer()
    const port = await findLastingPort()
    return openStage({
      SERVICE_ACP_PORT: String(port),
      SERVICE_ACP_PUBLIC_URL: `http://127.0.0.1:${port}`,
      SERVICE_ACP_SMTP_URL: server.url,
      SERVICE_ACP_SMTP_FROM: 'Tasks <tasks@example.com>',
    })
  })
  after(() => server.stop())

  it('is set up with a code, kept, and removed', async () => {
    const page = await open(scene, '/inbox')
    let dialog = await openDigest(page)
    await dialog.getByLabel('E-mail address').fill('ada at example')
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await dialog.getByText('Must be an e-mail address').waitFor()
    await dialog.getByLabel('E-mail address').fill('ada@example.com')
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await dialog.getByLabel('Code').waitFor()
    const mail = await until('the code arrives', () => server.mails[0], 60_000)
    const code = /^ {2}([A-Z0-9]{5}-[A-Z0-9]{5})/m.exec(textOf(mail))?.[1]
    assert.ok(code)
    await dialog.getByLabel('Code').fill('wrong')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByText('Enter the code of the newest e-mail').waitFor()
    await dialog.getByLabel('Code').fill(code.toLowerCase())
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByText('Sent to ada@example.com').waitFor()
    await dialog.getByText('Weekly, on Monday').click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('E-mail digest saved.').waitFor()
    await page.reload()
    dialog = await openDigest(page)
    await dialog.getByLabel('Time zone').waitFor()
    assert.equal(await dialog.getByRole('radio', { name: 'Weekly, on Monday' }).isChecked(), true)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await dialog.getByText('Confirm an e-mail address first.').waitFor()
  })
})

describe('without an SMTP server', () => {
  const scene = useScene()

  it('the dialog says that the operator has not configured one', async () => {
    const dialog = await openDigest(await open(scene, '/inbox'))
    await dialog.getByText('E-mail is not configured').waitFor()
    assert.equal(await dialog.getByRole('textbox').count(), 0)
  })
})
