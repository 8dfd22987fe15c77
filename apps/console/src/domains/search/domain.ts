import { defineDomain } from '../../registry/domain.ts'

export const search = defineDomain({
  name: 'search',
  parts: [{ at: 'shell.search', load: () => import('./search-palette.tsx').then((file) => file.SearchPalette) }],
})
