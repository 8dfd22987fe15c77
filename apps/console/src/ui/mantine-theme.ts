import { createTheme, type MantineColorSchemeManager } from '@mantine/core'

/** The page manages light and dark mode, not Mantine. */
export const keepScheme: MantineColorSchemeManager = {
  get: (value) => value,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

export const theme = createTheme({ defaultRadius: 6, cursorType: 'pointer', respectReducedMotion: true })
