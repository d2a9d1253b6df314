// The texts of the dashboard, with numbers as the locale of the user writes them.
import { localeOf } from '#lib/use-locale.ts'
import { startWords } from '#words/index.ts'

export const startTexts = (): Promise<void> => startWords(localeOf)
