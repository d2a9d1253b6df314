// The texts of e-mails. Everything in them that people or agents wrote is cut to a length, and escaped in HTML.
import type { Digest, Notification } from '@task-service/contract'
import { escapeHtml } from '#lib/messages/escape-html.ts'
import { mailWords } from './mail-words.ts'

export type MailText = { subject: string; text: string; html: string }

/** Further ones are only counted. */
export const DIGEST_ITEMS_MAX = 20
const TITLE_MAX = 150
const TEXT_MAX = 200

export type DigestContent = {
  language: Digest['language']
  /** The host of the dashboard, which names the tenant. */
  place: string
  items: readonly Notification[]
  /** All that are unread. */
  count: number
  /** Addresses of the inbox, a task, and the page that unsubscribes. */
  links: { inbox: string; task: (number: number) => string; unsubscribe: string }
}

/** In one line: a line break could look like the end of an item, or a bidirectional control like another text. */
function cut(text: string, most: number): string {
  const line = text.replaceAll(/[\p{Cc}\p{Bidi_Control}\s\u2028\u2029]+/gu, ' ').trim()
  const signs = Array.from(line)
  return signs.length > most ? `${signs.slice(0, most - 1).join('')}…` : line
}

type Line = { kind: string; task: string; detail: string; url: string }

export function writeDigest({ language, place, items, count, links }: DigestContent): MailText {
  const words = mailWords[language]
  const lines = items.slice(0, DIGEST_ITEMS_MAX).map(
    ({ kind, task, text }): Line => ({
      kind: words.kinds[kind],
      task: `T-${task.number} ${cut(task.title, TITLE_MAX)}`,
      detail: text === null ? '' : cut(text, TEXT_MAX),
      url: links.task(task.number),
    }),
  )
  const more = count > lines.length ? words.more(count - lines.length) : ''
  const intro = words.intro(count, place)
  const text = [
    intro,
    '',
    ...lines.flatMap(({ kind, task, detail, url }) => [
      `${kind}: ${task}`,
      ...(detail === '' ? [] : [`  ${detail}`]),
      `  ${url}`,
      '',
    ]),
    ...(more === '' ? [] : [more, '']),
    `${words.openInbox}: ${links.inbox}`,
    '',
    words.why,
    `${words.unsubscribe}: ${links.unsubscribe}`,
  ]
  return {
    subject: words.subject(count, place),
    text: `${text.join('\n')}\n`,
    html: page(language, [
      `<p>${escapeHtml(intro)}</p>`,
      ...lines.map(itemHtml),
      ...(more === '' ? [] : [`<p>${escapeHtml(more)}</p>`]),
      `<p>${link(links.inbox, words.openInbox)}</p>`,
      `<p style="color:#6b7280;font-size:12px">${escapeHtml(words.why)} ${link(links.unsubscribe, words.unsubscribe)}</p>`,
    ]),
  }
}

const itemHtml = ({ kind, task, detail, url }: Line): string =>
  `<p dir="auto"><small>${escapeHtml(kind)}</small><br>${link(url, task)}${detail === '' ? '' : `<br>${escapeHtml(detail)}`}</p>`

const link = (url: string, text: string): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`

const page = (language: string, parts: readonly string[]): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body style="font-family:sans-serif;max-width:600px">\n${parts.join('\n')}\n</body></html>\n`

export type CodeContent = Pick<DigestContent, 'language' | 'place'> & {
  username: string
  code: string
}

/** To an address that may be a stranger's: of the tenant, it contains only the host and a username. */
export function writeCode({ language, place, username, code }: CodeContent): MailText {
  const words = mailWords[language]
  const who = words.code(username, place)
  return {
    subject: words.codeSubject,
    text: `${[who, '', words.codeEnter, '', `  ${code}`, '', words.codeIgnore].join('\n')}\n`,
    html: page(language, [
      `<p>${escapeHtml(who)}</p>`,
      `<p>${escapeHtml(words.codeEnter)}</p>`,
      `<p style="font-size:24px"><code>${escapeHtml(code)}</code></p>`,
      `<p>${escapeHtml(words.codeIgnore)}</p>`,
    ]),
  }
}
