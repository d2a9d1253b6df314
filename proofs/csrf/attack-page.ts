// What a hostile page tries with the password that the browser has cached for another user's dashboard.

export type Victim = { origin: string; userId: string; taskId: string; scheduleId: string }

export type Attack = {
  /** The body of an asynchronous function; what it throws or is refused does not matter. */
  script: string
  /** Nothing but the rule that this proof is about stands in its way. */
  isPlain: boolean
}

export function listAttacks(victim: Victim): Attack[] {
  return [
    ...plainAttacks(victim).map((script) => ({ script, isPlain: true })),
    ...otherAttacks(victim).map((script) => ({ script, isPlain: false })),
  ]
}

const include = `credentials: 'include'`

/** A file may be of any type, and some changes have no body: browsers send these without asking first. */
function plainAttacks({ origin, userId, taskId, scheduleId }: Victim): string[] {
  const api = `${origin}/ui/api`
  const files = `${api}/tasks/${taskId}/attachments`
  return [
    // Takes no body, so no type gives it away: only what the browser says about the origin does.
    `await fetch('${api}/users/${userId}/disable', { method: 'POST', mode: 'no-cors', ${include} })`,
    `navigator.sendBeacon('${api}/users/${userId}/disable')`,
    `const request = new XMLHttpRequest()
     request.open('POST', '${api}/users/${userId}/disable')
     request.withCredentials = true
     await new Promise((resume) => { request.onloadend = resume; request.send() })`,
    `await fetch('${files}?name=a.html', { method: 'POST', mode: 'no-cors', ${include}, body: '<script>' })`,
    `navigator.sendBeacon('${files}?name=b.html', new Blob(['<script>'], { type: 'text/plain' }))`,
    submit(`${files}?name=c.html`, 'multipart/form-data'),
    `await fetch('${api}/schedules/${scheduleId}/pause', { method: 'POST', mode: 'no-cors', ${include} })`,
  ]
}

function submit(action: string, enctype: string): string {
  return `
    const form = document.createElement('form')
    form.method = 'post'
    form.enctype = '${enctype}'
    form.action = '${action}'
    form.target = 'frame'
    const field = document.createElement('input')
    field.name = '{"title":"made by a form","description":"'
    field.value = '"}'
    form.append(field)
    document.body.append(form)
    form.submit()`
}

function otherAttacks({ origin, userId, taskId }: Victim): string[] {
  const api = `${origin}/ui/api`
  const body = JSON.stringify(JSON.stringify({ title: 'made by another site' }))
  const own = `'content-type': 'application/json', 'x-ts-csrf': '1'`
  return [
    `await fetch('${api}/tasks', { method: 'POST', mode: 'no-cors', ${include}, body: ${body} })`,
    `await fetch('${api}/tasks', { method: 'POST', ${include}, headers: { ${own} }, body: ${body} })`,
    `await fetch('${api}/tasks/${taskId}', { method: 'DELETE', ${include}, headers: { 'x-ts-csrf': '1' } })`,
    `await fetch('${api}/tasks/${taskId}', { method: 'PATCH', ${include}, headers: { ${own} }, body: ${body} })`,
    `navigator.sendBeacon('${api}/tasks', new Blob([${body}], { type: 'application/json' }))`,
    submit(`${api}/tasks`, 'text/plain'),
    submit(`${api}/tasks`, 'application/x-www-form-urlencoded'),
    submit(`${api}/tasks`, 'multipart/form-data'),
    `const image = new Image()
     image.src = '${api}/users/${userId}/disable'
     await new Promise((resume) => { image.onload = image.onerror = resume })`,
    ...jsonRequests(taskId).flatMap(([path, json]) => [
      `await fetch('${api}${path}', { method: 'POST', mode: 'no-cors', ${include}, body: '${json}' })`,
      `await fetch('${api}${path}', { method: 'POST', ${include}, headers: { ${own} }, body: '${json}' })`,
    ]),
  ]
}

const jsonRequests = (taskId: string): [path: string, json: string][] => [
  ['/inbox/read-all', '{}'],
  ['/fields', '{"name":"x","type":"url"}'],
  ['/templates', '{"name":"x","task":{"title":"x"}}'],
  [`/tasks/${taskId}/comments`, '{"body":"x"}'],
]

export const ATTACK_PAGE = `<!doctype html><title>A neighbor</title>
<iframe name="frame"></iframe>`
