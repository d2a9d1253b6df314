// The keys of the palette, at its foot.
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#components/text/key-hint.tsx'
import { openCheatSheet } from '../cheat-sheet/open-cheat-sheet.ts'
import { palette } from './open-palette.ts'
import classes from './palette.module.css'

export function PaletteFoot() {
  const { t } = useTranslation('shell')
  return (
    <div className={classes['foot']}>
      <span>
        <KeyHint keys="up" />
        <KeyHint keys="down" /> {t('palette.move')}
      </span>
      <span>
        <KeyHint keys="enter" /> {t('palette.run')}
      </span>
      <span>
        <KeyHint keys="tab" /> {t('palette.narrow')}
      </span>
      <button
        type="button"
        className={classes['all']}
        onClick={() => {
          palette.close()
          openCheatSheet()
        }}
      >
        <KeyHint keys="?" /> {t('palette.allKeys')}
      </button>
    </div>
  )
}
