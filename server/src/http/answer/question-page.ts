// The page of a one-time link as HTML. Everything on it was written by agents and people, so everything is escaped and shown
// as plain text.
import type { Question } from '@task-service/contract'
import { escapeHtml as escaped } from '#lib/messages/escape-html.ts'
import type { FormField, FormOption, FormValues } from './question-form.ts'

export type LinkedQuestion = { question: Question; taskTitle: string }

export type PageParts = LinkedQuestion & {
  fields: readonly FormField[]
  /** Where the form is sent. */
  action: string
  /** What was entered before, and why it was rejected. */
  values: FormValues
  fault?: string
}

export function questionPage(parts: PageParts): string {
  const { question, taskTitle, fields, action, values, fault } = parts
  const context =
    question.context === ''
      ? ''
      : `<div class="context" dir="auto" tabindex="0" role="region" aria-label="Context">${escaped(question.context)}</div>`
  return `<main class="wide">
<p class="about" dir="auto">Question from ${escaped(question.agent)} about the task “${escaped(taskTitle)}”</p>
<h1 class="prompt" dir="auto">${escaped(question.prompt)}</h1>
${context}
${fault === undefined ? '' : `<p class="bad" role="alert">${escaped(fault)}</p>`}
<form method="post" action="${escaped(action)}" autocomplete="off">
${fields.map((field) => controlOf(field, values)).join('\n')}
<label for="note">Note for the agent (optional)</label>
<textarea id="note" name="note" rows="2" maxlength="2000">\n${escaped(values.get('note') ?? '')}</textarea>
<button class="button" type="submit">Send answer</button>
</form>
<p class="about">You can use this link once.${deadlineOf(question)}</p>
</main>`
}

export const sentPage = `<main>
<h1>Answer sent</h1>
<p class="good" role="status">The agent will receive your answer. You can close this page.</p>
</main>`

function deadlineOf({ expires_at: time }: Question): string {
  return time === null ? '' : ` Answer before ${time.slice(0, 16).replace('T', ' ')} UTC.`
}

function controlOf(field: FormField, values: FormValues): string {
  const { name, control, label, description, isRequired } = field
  if (control === 'choice') return radiosOf(field, values)
  const title = `${escaped(label)}${isRequired ? '' : ' (optional)'}`
  const hint =
    description === undefined ? '' : `<p class="hint" id="${name}-hint">${escaped(description)}</p>`
  const about = description === undefined ? '' : ` aria-describedby="${name}-hint"`
  const attributes = `id="${name}" name="${name}"${about}${isRequired ? ' required' : ''}`
  const value = escaped(values.get(name) ?? '')
  const input =
    control === 'number'
      ? `<input ${attributes} inputmode="decimal" value="${value}">`
      : // The first line break after the tag is not part of the text.
        `<textarea ${attributes} rows="${control === 'json' ? 8 : 3}"${control === 'json' ? ' class="code" spellcheck="false"' : ''}>\n${value}</textarea>`
  return `<label for="${name}" dir="auto">${title}</label>\n${hint}${input}`
}

function radiosOf(field: FormField, values: FormValues): string {
  const { name, label, description, isRequired, options } = field
  const hint = description === undefined ? '' : `<p class="hint">${escaped(description)}</p>`
  const rows = options.map((option, index) => radioOf(field, option, index, values.get(name)))
  return `<fieldset>
<legend dir="auto">${escaped(label)}${isRequired ? '' : ' (optional)'}</legend>
${hint}${rows.join('\n')}
</fieldset>`
}

function radioOf(
  { name, isRequired }: FormField,
  { label, description }: FormOption,
  index: number,
  chosen: string | undefined,
): string {
  const state = `${isRequired ? ' required' : ''}${chosen === String(index) ? ' checked' : ''}`
  const more = description === undefined ? '' : `<span class="hint">${escaped(description)}</span>`
  return `<label class="option" dir="auto"><input type="radio" name="${name}" value="${index}"${state}><span>${escaped(label)}${more}</span></label>`
}
