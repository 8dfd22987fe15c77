import { createTheme, type MantineColorSchemeManager } from '@mantine/core'

/** Mantine does not manage light and dark: the page does. */
export const keepScheme: MantineColorSchemeManager = {
  get: (value) => value,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

export const theme = createTheme({ defaultRadius: 6, cursorType: 'pointer', respectReducedMotion: true })
