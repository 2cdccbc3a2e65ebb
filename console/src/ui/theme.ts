import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver } from '@mantine/core'

/** Mantine theme with the console's sizes; its colours come from `tokens.css`. */
export const theme = createTheme({
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: 'var(--kobo-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { md: '1.5' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '20px', lineHeight: '1.3' }, h2: { fontSize: '16px' }, h3: { fontSize: '14px' } },
  },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  primaryColor: 'kobo',
  primaryShade: { light: 7, dark: 4 },
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver: (input) => {
    const colours = defaultVariantColorsResolver(input)
    if (input.variant !== 'filled') return colours
    // White text would be unreadable on the lighter accents of dark mode.
    if (input.color === 'red')
      return {
        ...colours,
        background: 'var(--kobo-red)',
        hover: 'var(--kobo-red-strong)',
        color: 'var(--kobo-red-ink)',
      }
    return input.color === undefined || input.color === 'kobo'
      ? { ...colours, color: 'var(--kobo-accent-ink)' }
      : colours
  },
  colors: {
    gray: [
      '#fafaf8',
      '#f3f2ee',
      '#efeeea',
      '#e7e6e2',
      '#d8d7d2',
      '#aeada6',
      '#6b6a64',
      '#5b5a55',
      '#33332f',
      '#1c1c1a',
    ],
    dark: [
      '#ecebe6',
      '#d0cfc9',
      '#b1b0a8',
      '#9a9991',
      '#3a3b38',
      '#252623',
      '#1b1c1a',
      '#161715',
      '#10110f',
      '#0b0c0a',
    ],
    kobo: [
      '#e6f2ed',
      '#cfe6dc',
      '#a3d2bf',
      '#6fbc9c',
      '#3fbf93',
      '#279a72',
      '#15805d',
      '#0b6b4f',
      '#095a42',
      '#064533',
    ],
  },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Modal: { defaultProps: { transitionProps: { duration: 0 } } },
    Drawer: { defaultProps: { transitionProps: { duration: 0 } } },
    Menu: { defaultProps: { transitionProps: { duration: 0 }, shadow: 'md' } },
  },
})

const colours = {
  '--mantine-color-text': 'var(--kobo-ink)',
  '--mantine-color-body': 'var(--kobo-bg)',
  '--mantine-color-bright': 'var(--kobo-ink)',
  '--mantine-color-error': 'var(--kobo-red)',
  '--mantine-color-success': 'var(--kobo-green)',
  '--mantine-color-placeholder': 'var(--kobo-ink3)',
  '--mantine-color-anchor': 'var(--kobo-accent)',
  '--mantine-color-default': 'var(--kobo-bg)',
  '--mantine-color-default-hover': 'var(--kobo-hover)',
  '--mantine-color-default-color': 'var(--kobo-ink)',
  '--mantine-color-default-border': 'var(--kobo-line)',
  '--mantine-color-dimmed': 'var(--kobo-ink2)',
  '--mantine-color-disabled': 'var(--kobo-line2)',
  '--mantine-color-disabled-color': 'var(--kobo-ink3)',
  '--mantine-color-disabled-border': 'var(--kobo-line)',
  '--mantine-primary-color-contrast': 'var(--kobo-accent-ink)',
  '--mantine-color-kobo-filled': 'var(--kobo-accent)',
  '--mantine-color-kobo-filled-hover': 'var(--kobo-accent-strong)',
  '--mantine-color-kobo-light': 'var(--kobo-accent-bg)',
  '--mantine-color-kobo-light-color': 'var(--kobo-accent)',
  '--mantine-color-kobo-light-hover': 'var(--kobo-accent-bg)',
  '--mantine-color-kobo-outline': 'var(--kobo-accent)',
}

/** Maps Mantine's colours to the tokens, which define light and dark. */
export const themeColours: CSSVariablesResolver = () => ({ variables: {}, light: colours, dark: colours })
