// Opens the palette from anywhere.
import { createOpener } from '../opener.ts'

export const palette = createOpener()
export const openPalette = palette.open
