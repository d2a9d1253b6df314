// The design's tokens as Mantine's theme; what Mantine has no name for stands in tokens.css.
import {
  Button,
  type CSSVariablesResolver,
  createTheme,
  Input,
  type MantineColorsTuple,
} from '@mantine/core'
import floating from './floating.module.css'

const tuple = (shades: string): MantineColorsTuple =>
  shades.split(' ').map((shade) => `#${shade}`) as unknown as MantineColorsTuple // ten shades, written in one line

const CONTROL = '32px'
const USUAL_BUTTON = { '--button-height': CONTROL, '--button-padding-x': '11px' }
const SMALL_BUTTON = {
  '--button-height': '28px',
  '--button-padding-x': '9px',
  '--button-fz': '12px',
}
const SMALL_TEXT = { fontSize: 12, lineHeight: '16px' }
const CHOICE = {
  inner: { marginTop: 2 },
  label: { fontSize: 13, lineHeight: '20px' },
  description: SMALL_TEXT,
}
const classOf = (name: string): string => floating[name] ?? ''
const dialog = {
  overlay: classOf('overlay'),
  content: classOf('content'),
  header: classOf('header'),
  title: classOf('title'),
  body: classOf('body'),
}

export const mantineTheme = createTheme({
  primaryColor: 'cobalt',
  primaryShade: { light: 6, dark: 5 },
  black: '#15181E',
  colors: {
    cobalt: tuple('EEF3FF DCE5FF B8C9FE 93ACFD 6B8CF8 4067EE 3159E4 2748C4 213C9E 18223F'),
    gray: tuple('F7F8FA F1F3F6 ECEEF2 E4E7EC CDD3DC 8A94A4 626C7C 475061 2B313C 15181E'),
    dark: tuple('ECEEF2 B3BAC6 8F98A7 7C8697 262B33 1C2027 15181D 101216 0C0E12 0B0D10'),
  },
  fontFamily: "'Inter Variable', Inter, system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '14px', xl: '15px' },
  lineHeights: { xs: '1.34', sm: '1.54', md: '1.54', lg: '1.57', xl: '1.34' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '32px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  defaultRadius: 'sm',
  headings: { fontWeight: '600' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // Named even where it is the usual one, so that what stands in a button can tell.
    Button: Button.extend({
      defaultProps: { size: 'sm', variant: 'filled' },
      vars: (_, { size }) => ({
        root: size?.startsWith('compact') ? SMALL_BUTTON : USUAL_BUTTON,
      }),
      styles: { root: { fontWeight: 500 } },
    }),
    Input: Input.extend({ vars: () => ({ wrapper: { '--input-height': CONTROL } }) }),
    InputWrapper: { styles: { label: { marginBottom: 4 }, description: SMALL_TEXT } },
    Checkbox: { defaultProps: { size: 'xs' }, styles: CHOICE },
    Radio: { defaultProps: { size: 'xs' }, styles: CHOICE },
    Switch: { defaultProps: { size: 'sm' }, styles: { label: CHOICE.label } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 28 } },
    TextInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 120 } } },
    // The page itself never scrolls, and locking it would write a style that the policy refuses.
    Modal: {
      defaultProps: {
        radius: 'lg',
        transitionProps: { duration: 180 },
        centered: true,
        lockScroll: false,
      },
      classNames: dialog,
    },
    Drawer: {
      defaultProps: { transitionProps: { duration: 180 }, lockScroll: false },
      classNames: dialog,
    },
    Menu: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 120 },
        // A menu holds items only; the focus goes to the first.
        withInitialFocusPlaceholder: false,
      },
      classNames: { dropdown: classOf('menu'), item: classOf('menuItem') },
    },
  },
})

export const cssVariables: CSSVariablesResolver = () => {
  const variables = {
    '--mantine-color-body': 'var(--bg)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-3)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--control)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-error': 'var(--red)',
    '--mantine-shadow-md': 'var(--shadow-2)',
    '--mantine-shadow-xl': 'var(--shadow-3)',
  }
  // Its own reds are too pale to be read on white, and to be written on in white.
  const light = { ...variables, '--mantine-color-red-6': 'var(--red)' }
  const dark = {
    ...variables,
    '--mantine-color-red-filled': '#c2281d',
    '--mantine-color-red-filled-hover': '#a92319',
  }
  return { variables: {}, light, dark }
}
