// The variables of e-mail belong together, and its links need the address of the service.
import type { Finding } from '../config-error.ts'
import type { Values } from '../value.ts'

export function findMailConflicts(values: Partial<Values>): Finding[] {
  const { SERVICE_ACP_SMTP_URL: url, SERVICE_ACP_SMTP_FROM: from } = values
  // A variable with an error is undefined, and reported already.
  if (url === undefined || from === undefined) return []
  if (url === null) {
    if (from === null) return []
    return [
      {
        variable: 'SERVICE_ACP_SMTP_FROM',
        problem: 'is set without SERVICE_ACP_SMTP_URL',
        remedy: 'Set SERVICE_ACP_SMTP_URL to the URL of your SMTP server, or unset this variable.',
      },
    ]
  }
  const found: Finding[] = []
  if (from === null) {
    found.push({
      variable: 'SERVICE_ACP_SMTP_FROM',
      problem: 'is not set',
      remedy: 'SERVICE_ACP_SMTP_URL needs the address that e-mails are sent from.',
    })
  }
  if (values.SERVICE_ACP_PUBLIC_URL === null && values.SERVICE_ACP_HOST === null) {
    found.push({
      variable: 'SERVICE_ACP_PUBLIC_URL',
      problem: 'is not set',
      remedy: 'SERVICE_ACP_SMTP_URL needs it, or SERVICE_ACP_HOST, for the links in e-mails.',
    })
  }
  return found
}
