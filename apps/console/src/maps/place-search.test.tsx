import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { loadFinder } from './google.ts'
import { PlaceSearch } from './place-search.tsx'

vi.mock('./google.ts', () => ({ loadFinder: vi.fn() }))

type Place = { name: string; locate: () => Promise<{ latitude: number; longitude: number } | undefined> }

const riga = { latitude: 56.95, longitude: 24.1 }
/** Pending responses of Google, by the searched text. */
let owed: Map<string, (places: Place[]) => void>
const onFound = vi.fn<(point: typeof riga) => void>()

beforeAll(async () => {
  await startTexts()
})
beforeEach(() => {
  owed = new Map()
  vi.mocked(loadFinder).mockResolvedValue({
    find: (text: string) => new Promise((resolve) => owed.set(text, resolve as never)),
  } as never)
  render(<PlaceSearch googleKey="key" onFound={onFound} />)
})
afterEach(() => {
  cleanup()
  onFound.mockReset()
})

const field = () => screen.getByRole('combobox')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
/** Types a text and searches without waiting for the pause. */
async function search(value: string): Promise<(places: Place[]) => void> {
  type(value)
  fireEvent.keyDown(field(), { key: 'Enter' })
  await waitFor(() => expect(owed.has(value)).toBe(true))
  return owed.get(value) as (places: Place[]) => void
}

test('an older search without a match says nothing about a newer text', async () => {
  const older = await search('Nowhere')
  const newer = await search('Riga')
  older([])
  newer([{ name: 'Riga', locate: async () => riga }])
  await waitFor(() => expect(onFound).toHaveBeenCalledWith(riga))
  expect(screen.queryByText('No address found')).toBeNull()
})

test('a place that was chosen and typed over sets no coordinates when they arrive late', async () => {
  let late: (point: typeof riga) => void = () => {}
  const locate = vi.fn(
    () =>
      new Promise<typeof riga>((resolve) => {
        late = resolve
      }),
  )
  ;(await search('Riga'))([{ name: 'Riga, Latvia', locate }])
  await waitFor(() => expect(locate).toHaveBeenCalled())
  type('Riga, Michigan')
  late(riga)
  const other = await search('Riga, Michigan')
  other([])
  await screen.findByText('No address found')
  expect(onFound).not.toHaveBeenCalled()
})

test('a place that was typed over and typed once more is searched again', async () => {
  ;(await search('Riga'))([{ name: 'Riga, Latvia', locate: async () => riga }])
  await waitFor(() => expect(onFound).toHaveBeenCalledTimes(1))
  type('Riga, Lat')
  ;(await search('Riga, Latvia'))([{ name: 'Riga, Latvia', locate: async () => riga }])
  await waitFor(() => expect(onFound).toHaveBeenCalledTimes(2))
})
