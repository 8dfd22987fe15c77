import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import './mantine.css'
import { keepScheme, theme } from './mantine-theme.ts'

/**
 * The context that Mantine's composites need. Each contains its own, so that the frame is drawn before the library has
 * loaded. Colours and sizes are in mantine.css, light and dark mode on the page itself.
 */
export function MantineRoot({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={keepScheme}
      withCssVariables={false}
      withGlobalClasses={false}
      getRootElement={() => undefined}
    >
      {children}
    </MantineProvider>
  )
}
