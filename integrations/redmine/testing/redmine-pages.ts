// A page of Redmine as a signed-in user sees it: which parts of a text the formatting shows, and which not.

/** The rendered texts of a page; what stands in forms for editing is left out. */
export async function readPage(url: string, login: string, path: string): Promise<string> {
  const form = await fetch(`${url}/login`)
  const token = /name="authenticity_token" value="([^"]+)"/.exec(await form.text())?.[1] ?? ''
  const entered = await fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookieOf(form) },
    body: new URLSearchParams({
      authenticity_token: token,
      username: login,
      password: `passw0rd-${login}`,
    }),
  })
  if (entered.status !== 302) throw new Error(`signing in as ${login}: ${entered.status}`)
  const page = await fetch(`${url}${path}`, { headers: { cookie: cookieOf(entered) } })
  const html = await page.text()
  return [...html.matchAll(/<div[^>]* class="wiki[^"]*"[^>]*>([\s\S]*?)<\/div>/g)]
    .map(([, text]) => text)
    .join('\n')
}

const cookieOf = (response: Response): string =>
  response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
