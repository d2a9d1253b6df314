// The texts of the dashboard, with numbers as the locale of the user writes them, and those of problems in the user's language.
import i18next from 'i18next'
import { setProblemTexts } from '#api/problem.ts'
import { localeOf } from '#lib/use-locale.ts'
import { startWords } from '#words/index.ts'

const BUSY: ReadonlySet<number> = new Set([429, 503])

export async function startTexts(): Promise<void> {
  await startWords(localeOf)
  setProblemTexts(({ code, status }) => {
    if (code === 'offline') return i18next.t('problem.offline')
    if (code === 'new_version') return i18next.t('newVersion.title')
    if (BUSY.has(status)) return i18next.t('problem.busy')
    return status === 500 ? i18next.t('problem.internal') : undefined
  })
}
