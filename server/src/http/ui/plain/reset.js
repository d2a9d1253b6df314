// The page behind a reset link: sends the token, which stands behind `#`, with the password that was chosen.
const form = document.getElementById('form')
const password = document.getElementById('password')
const again = document.getElementById('again')
const fault = document.getElementById('fault')
const button = form.querySelector('button')
const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

function showMessage(text) {
  fault.textContent = text
  fault.hidden = text === ''
}

async function save() {
  const answer = await fetch('reset', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-ts-csrf': '1' },
    body: JSON.stringify({ token, password: password.value }),
  })
  if (answer.ok) {
    // A user who comes back to this tab finds no token in its URL.
    history.replaceState(null, '', location.pathname)
    form.hidden = true
    document.getElementById('done').hidden = false
    return
  }
  const problem = await answer.json().catch(() => undefined)
  showMessage(problem?.detail ?? 'The password was not saved. Try again in a moment.')
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (password.value !== again.value) {
    showMessage('The passwords do not match.')
    return
  }
  showMessage('')
  button.disabled = true
  save()
    .catch(() => showMessage('The server cannot be reached. Try again in a moment.'))
    .finally(() => {
      button.disabled = false
    })
})

if (!/^[A-Za-z0-9_-]{43}$/.test(token)) {
  showMessage('This link is incomplete. Copy the whole link, or ask for a new one.')
  button.disabled = true
}
