import type { Brand } from '@longreach/contract/brand/schemas'
import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { BrandContext } from '../brand/brand.ts'
import { createSchemeManager, theme } from './mantine.ts'
import type { createConsoleRouter } from './router.tsx'

interface Props {
  brand: Brand
  queryClient: QueryClient
  router: ReturnType<typeof createConsoleRouter>
}

const schemeManager = createSchemeManager()

export function Providers({ brand, queryClient, router }: Props) {
  return (
    <MantineProvider theme={theme} colorSchemeManager={schemeManager} defaultColorScheme="auto">
      <BrandContext value={brand}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </BrandContext>
    </MantineProvider>
  )
}
