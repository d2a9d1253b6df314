// Opens the list of all keys from anywhere.
import { createOpener } from '#lib/opener.ts'

export const cheatSheet = createOpener()
export const openCheatSheet = cheatSheet.open
