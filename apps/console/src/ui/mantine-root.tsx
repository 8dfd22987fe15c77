import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import './mantine.css'
import { createSchemeManager, theme } from './mantine-theme.ts'

const schemeManager = createSchemeManager()

/** What the composites of this folder need around them. The pages before sign-in do without, and load faster for it. */
export function MantineRoot({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} colorSchemeManager={schemeManager} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  )
}
