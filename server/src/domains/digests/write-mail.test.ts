// Texts of e-mails: cut, escaped, in one line each, and bounded however long everything is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Notification } from '@task-service/contract'
import { DIGEST_ITEMS_MAX, writeCode, writeDigest } from './write-mail.ts'

const item = (title: string, text: string | null = null): Notification => ({
  id: 'ntf_1',
  kind: 'mention',
  task: { id: 'tsk_1', number: 7, title, status: 'ready', due_at: null },
  subject_id: null,
  text,
  is_open: true,
  unread: true,
  actor: null,
  created_at: '',
  read_at: null,
  done_at: null,
  snoozed_until: null,
})

const write = (items: Notification[], count = items.length, language: 'en' | 'de' = 'en') =>
  writeDigest({
    language,
    place: 'acme.example.com',
    items,
    count,
    links: {
      inbox: 'https://acme.example.com/ui/inbox',
      task: (number) => `https://acme.example.com/ui/tasks/T-${number}`,
      unsubscribe: 'https://acme.example.com/unsubscribe/x',
    },
  })

test('escapes HTML, and keeps each value in its line', () => {
  const { text, html } = write([item('<b>"A"</b>\r\n\r\nSubject: x', "it's\n<script>\u202e\0")])
  assert.ok(text.includes('Mention: T-7 <b>"A"</b> Subject: x\n'))
  assert.ok(text.includes("\n  it's <script>\n"))
  assert.doesNotMatch(html, /<b>|<script>|\u202e|\0/)
  assert.ok(html.includes('&#60;b&#62;&#34;A&#34;&#60;/b&#62; Subject: x'))
})

test('has a bounded size, and counts the rest', () => {
  const long = '\u{1f600}<&'.repeat(1_000)
  const { text, html, subject } = write(Array(50).fill(item(long, long)), 1_000)
  assert.ok(Buffer.byteLength(text) + Buffer.byteLength(html) < 100_000)
  assert.ok(text.includes(`and ${1_000 - DIGEST_ITEMS_MAX} more`))
  assert.equal(subject, '1000 unread items – acme.example.com')
})

test('speaks German', () => {
  const { text, html } = write([item('Tor')], 1, 'de')
  assert.match(text, /^In Ihrem Posteingang bei acme\.example\.com ist 1 ungelesener Eintrag\./)
  assert.ok(text.includes('Erwähnung: T-7 Tor'))
  assert.ok(html.includes('<html lang="de">'))
})

test('a code comes with a host and a username, and nothing else of the tenant', () => {
  const given = { language: 'en', place: 'acme.example.com', username: 'ada', code: 'AB' } as const
  const { subject, text } = writeCode(given)
  assert.equal(subject, 'Confirm your e-mail address')
  assert.match(text, /The user ada of acme\.example\.com wants .*\n\n.*\n\n {2}AB\n/)
})
