// The pages of the demo's tracker, for people who follow a link from a task to its issue.
import { PEOPLE, type Tracker, type TrackerIssue } from './tracker.ts'

const STATUS_NAMES = ['', 'New', 'In Progress', 'Resolved', 'Rejected']

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Undefined for an issue that does not exist. */
export function trackerPage(tracker: Tracker, root: string, path: string): string | undefined {
  const [, id] = /^\/issues\/(\d+)$/.exec(path) ?? []
  if (id === undefined) return listPage(tracker, root)
  const issue = tracker.issues.get(Number(id))
  return issue && issuePage(issue, root)
}

function listPage({ issues }: Tracker, root: string): string {
  const rows = [...issues.values()].map(
    ({ id, subject, status }) =>
      `<tr><td><a href="${root}/issues/${id}">#${id}</a><td>${escape(subject)}<td>${STATUS_NAMES[status] ?? ''}`,
  )
  return page('Issues', `<table>${rows.join('')}</table>`)
}

function issuePage({ id, subject, description, status, notes }: TrackerIssue, root: string) {
  const written = notes.map(({ author, text }) => {
    const { name } = PEOPLE.find((one) => one.id === author) ?? { name: 'Unknown' }
    return `<p><b>${escape(name)}:</b> ${escape(withoutMarker(text))}</p>`
  })
  const back = `<p><a href="${root}/">All issues</a></p>`
  const head = `<p>Status: ${STATUS_NAMES[status] ?? ''}</p><pre>${escape(withoutMarker(description))}</pre>`
  return page(`#${id} ${subject}`, `${head}${written.join('')}${back}`)
}

/** The HTML comment by which the integration recognizes what it has written. */
const withoutMarker = (text: string): string => text.replace(/<!--.*?-->/gs, '').trim()

const page = (
  title: string,
  body: string,
): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<title>${escape(title)}</title><style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:48rem}td{padding:.2rem .8rem}</style>
<h1>${escape(title)}</h1><p>The sample tracker of <code>task-service demo</code>.</p>${body}</html>`
