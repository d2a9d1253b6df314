// Texts of e-mails, in the languages of the dashboard.
import type { Digest, NotificationKind } from '@task-service/contract'

type Words = {
  subject: (count: number, place: string) => string
  intro: (count: number, place: string) => string
  more: (count: number) => string
  openInbox: string
  why: string
  unsubscribe: string
  kinds: Record<NotificationKind, string>
  codeSubject: string
  code: (username: string, place: string) => string
  codeEnter: string
  codeIgnore: string
  unsubscribed: { title: string; ask: string; button: string; done: string }
}

const en: Words = {
  subject: (count, place) => `${count} unread ${count === 1 ? 'item' : 'items'} – ${place}`,
  intro: (count, place) =>
    `Your inbox at ${place} has ${count} unread ${count === 1 ? 'item' : 'items'}.`,
  more: (count) => `and ${count} more`,
  openInbox: 'Open inbox',
  why: 'You get this digest because you turned it on in the inbox menu.',
  unsubscribe: 'Unsubscribe',
  kinds: {
    question: 'Question',
    approval: 'Approval',
    mention: 'Mention',
    assignment: 'Assignment',
    failure: 'Failure',
    due_soon: 'Due soon',
    overdue: 'Overdue',
  },
  codeSubject: 'Confirm your e-mail address',
  code: (username, place) =>
    `The user ${username} of ${place} wants to receive an e-mail digest at this address.`,
  codeEnter: 'To confirm, enter this code in the dashboard within 24 hours:',
  codeIgnore: 'If this was not you, ignore this e-mail. Nothing else is sent to this address.',
  unsubscribed: {
    title: 'Unsubscribe',
    ask: 'Stop the e-mail digest of your inbox?',
    button: 'Unsubscribe',
    done: 'You no longer receive the e-mail digest. You can turn it on again in the inbox menu of the dashboard.',
  },
}

const de: Words = {
  subject: (count, place) =>
    `${count} ${count === 1 ? 'ungelesener Eintrag' : 'ungelesene Einträge'} – ${place}`,
  intro: (count, place) =>
    `In Ihrem Posteingang bei ${place} ${count === 1 ? 'ist 1 ungelesener Eintrag' : `sind ${count} ungelesene Einträge`}.`,
  more: (count) => `und ${count} weitere`,
  openInbox: 'Posteingang öffnen',
  why: 'Sie erhalten diese Übersicht, weil Sie sie im Menü des Posteingangs eingeschaltet haben.',
  unsubscribe: 'Abbestellen',
  kinds: {
    question: 'Frage',
    approval: 'Freigabe',
    mention: 'Erwähnung',
    assignment: 'Zuweisung',
    failure: 'Fehler',
    due_soon: 'Bald fällig',
    overdue: 'Überfällig',
  },
  codeSubject: 'E-Mail-Adresse bestätigen',
  code: (username, place) =>
    `Der Benutzer ${username} von ${place} möchte an diese Adresse eine Übersicht per E-Mail erhalten.`,
  codeEnter: 'Zum Bestätigen geben Sie diesen Code innerhalb von 24 Stunden im Dashboard ein:',
  codeIgnore:
    'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. An diese Adresse wird nichts weiter gesendet.',
  unsubscribed: {
    title: 'Abbestellen',
    ask: 'Die Übersicht Ihres Posteingangs nicht mehr per E-Mail erhalten?',
    button: 'Abbestellen',
    done: 'Sie erhalten die Übersicht nicht mehr per E-Mail. Im Menü des Posteingangs können Sie sie wieder einschalten.',
  },
}

export const mailWords: Readonly<Record<Digest['language'], Words>> = { en, de }
