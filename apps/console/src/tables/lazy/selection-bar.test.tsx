import { listTags } from '@longreach/contract/tags/endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/query.ts'
import { parseSearch, stringifySearch } from '../../api/search.ts'
import { sessionQuery } from '../../api/session.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { keyOf, type SelectedRows } from '../selected-rows.ts'
import { defineTable } from '../table.ts'
import { useTable } from '../use-table.ts'
import { SelectionBar } from './selection-bar.tsx'

const tags = defineTable({
  name: 'tags',
  list: listTags,
  texts: 'ui',
  defaultSort: 'name',
  columns: () => [{ id: 'name', label: 'Name', width: 100, cell: () => null }],
  nameOf: (row) => row.name,
  phoneRow: () => null,
})

beforeAll(startTexts)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A list with that many rows, a button that selects three of them, and an action that records its input. */
async function show({ total = 250, capped = false, ...bound }: { total?: number; capped?: boolean; most?: number }) {
  const fetched = vi.fn(async (address: string) => {
    const data = address.includes('/storage')
      ? { data: [] }
      : Array.from({ length: Math.min(total, 100) }, (_, at) => ({ id: at + 1, name: `Tag ${at + 1}` }))
    return new Response(JSON.stringify({ success: true, data, errors: [], meta: { total, capped } }))
  })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  const acted = vi.fn<(selected: SelectedRows) => void>()
  const table = { ...tags, ...bound }
  const Page = () => {
    const list = useTable({ table })
    const first = list.pages.getRow(0)
    return (
      <>
        <p>{first ? `${list.pages.total} rows` : null}</p>
        <button type="button" onClick={() => list.selection.set([1, 2, 3])}>
          Some
        </button>
        {list.selection.ids.size > 0 ? (
          <SelectionBar list={list} downloads={false} phone={false} onClear={list.selection.clear}>
            {({ selected }) => (
              <button type="button" onClick={() => acted(selected)}>
                Delete
              </button>
            )}
          </SelectionBar>
        ) : null}
      </>
    )
  }
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history,
    parseSearch,
    stringifySearch: (search) => stringifySearch(search as never),
  })
  await router.load()
  const client = createQueryClient()
  client.setQueryData(sessionQuery.queryKey, { kind: 'user', user: { permissions: [] } } as never)
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByText(`${total} rows`)
  const go = (address: string) => act(() => router.navigate({ to: address }))
  const back = async () => {
    act(() => history.back())
    await act(() => router.load())
  }
  return { acted, fetched, go, back }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('the selection is cleared once the URL shows another list, by any way', async () => {
  const { acted, go, back } = await show({})
  press('Some')
  press('Select all 250')
  expect(screen.getByRole('toolbar').textContent).toContain('All 250 in this list')
  press('Delete')
  expect(acted).toHaveBeenLastCalledWith({ filter: {}, count: 250, names: [] })

  await go('/?q=north')
  expect(screen.queryByRole('toolbar')).toBeNull()
  press('Some')
  await back()
  expect(screen.queryByRole('toolbar')).toBeNull()
})

test('in another order they stay selected', async () => {
  const { go } = await show({})
  press('Some')
  await go('/?sort=-name')
  expect(screen.getByRole('toolbar').textContent).toContain('3 selected')
})

test('S9.33 a list is read a hundred rows at a time', async () => {
  const { fetched } = await show({})
  const pages = fetched.mock.calls
    .map(([address]) => new URL(address, 'https://a.example'))
    .filter(({ pathname }) => pathname === '/api/tags')
  expect(pages.map(({ searchParams }) => searchParams.get('limit'))).toEqual(['100'])
})

test('while another list is loading, all of it cannot be selected: its size is unknown', async () => {
  const { fetched, go } = await show({})
  fetched.mockImplementation(() => new Promise(() => {}))
  await go('/?q=north')
  press('Some')
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull()
})

test.each([
  ['more than the actions take', { total: 1001 }, 'At most 1,000 at once. Narrow the list'],
  ['more than are counted', { total: 10_000, capped: true, most: 10_000 }, 'At most 10,000 at once. Narrow the list'],
])('all of a list of %s cannot be selected', async (_, list, said) => {
  await show(list)
  press('Some')
  expect(screen.getByText(said)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Delete' })).toBeDefined()
})

test('nothing is offered for more rows than the actions accept', async () => {
  await show({ total: 250, most: 2 })
  press('Some')
  expect(screen.getByText('At most 2 at once. Narrow the list')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('with as many as the actions accept, all are selected', async () => {
  const { acted } = await show({ total: 1000 })
  press('Some')
  press('Select all 1,000')
  press('Delete')
  expect(keyOf(acted.mock.calls[0]?.[0] as SelectedRows)).toBe('{}')
})
