// Opens the palette from anywhere.
import { createOpener } from '#lib/opener.ts'

export const palette = createOpener()
export const openPalette = palette.open
