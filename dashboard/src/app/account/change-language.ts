// Another language for the dashboard; without its texts, the language stays as it is.
import { loadPart } from '#api/load-part.ts'
import { reportPartFailure } from '#components/on-demand/part-failures.ts'
import { type Language, speak } from '#words/index.ts'

export function changeLanguage(language: Language): void {
  loadPart(() => speak(language)).catch((error: unknown) =>
    reportPartFailure(error, () => changeLanguage(language)),
  )
}
