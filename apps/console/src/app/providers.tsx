import type { Brand } from '@longreach/contract/brand/schemas'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { BrandContext } from '../brand/brand.ts'
import type { createConsoleRouter } from './router.tsx'

interface Props {
  brand: Brand
  queryClient: QueryClient
  router: ReturnType<typeof createConsoleRouter>
}

export function Providers({ brand, queryClient, router }: Props) {
  return (
    <BrandContext value={brand}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </BrandContext>
  )
}
