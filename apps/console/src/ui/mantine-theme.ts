import { createTheme, type MantineColorSchemeManager, type MantineColorsTuple } from '@mantine/core'
import { isDark, readDarkMode } from '../brand/dark-mode.ts'

/** Mantine's scheme is decided by our cookie; the manager only tells it. */
export function createSchemeManager(): MantineColorSchemeManager {
  return {
    get: () => (isDark(readDarkMode()) ? 'dark' : 'light'),
    set: () => undefined,
    subscribe: () => undefined,
    unsubscribe: () => undefined,
    clear: () => undefined,
  }
}

const shade = (index: number) => `var(--brand-${index})`
const brand = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(shade) as unknown as MantineColorsTuple

export const theme = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  primaryShade: 6,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
})
