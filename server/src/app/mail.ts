// The SMTP server of the configuration, for commands: `doctor` connects to it and signs in.
import type { AnyConfig } from '#config/config.ts'
import { createMailer } from '#egress/smtp/smtp.ts'
import { SmtpError } from '#egress/smtp/smtp-error.ts'

/** Why no e-mail can be sent; undefined if the server can be used, null if none is configured. */
export async function tryMail({
  mail,
}: Pick<AnyConfig, 'mail'>): Promise<string | undefined | null> {
  if (!mail) return null
  try {
    const session = await createMailer(mail).open()
    session.close()
    return undefined
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error
    return error.message
  }
}
