import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import type { GridColumns } from '../use-columns.ts'
import type { RowPages } from '../use-row-pages.ts'
import type { Selection } from '../use-selection.ts'
import { Tiles } from './tiles.tsx'

interface Row {
  id: number
}

beforeAll(startTexts)
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A gallery with that many rows, whose ids are their indexes; null while the list is loading. */
function gallery(total: number | null) {
  const onOpen = vi.fn<(row: Row) => void>()
  const selection = { ids: new Set(), toggle: vi.fn(), extend: vi.fn() } as unknown as Selection
  const draw = (count: number | null) => {
    const getRow = (index: number) => (index < (count ?? 0) ? { id: index } : undefined)
    const pages = { total: count, getRow, show: () => {}, shownKey: 'all', changing: false } as unknown as RowPages<Row>
    return (
      <Tiles
        label="Images"
        columns={{ visible: [] } as unknown as GridColumns<Row>}
        pages={pages}
        selection={selection}
        onOpen={onOpen}
        nameOf={({ id }) => `Image ${id}`}
        pictureOf={() => null}
      />
    )
  }
  const { rerender } = render(draw(total))
  const grid = screen.getByRole('grid')
  return {
    grid,
    onOpen,
    selection,
    arrive: (count: number) => rerender(draw(count)),
    press: (key: string, shiftKey = false) => fireEvent.keyDown(grid, { key, shiftKey }),
    active: () => grid.getAttribute('aria-activedescendant'),
  }
}

test('the keyboard may be in the gallery before its list: then the first tile is active', () => {
  const { grid, active, press, onOpen, arrive } = gallery(null)
  act(() => grid.focus())
  press('Enter')
  expect([active(), onOpen.mock.calls]).toEqual([null, []])
  arrive(3)
  expect(active()).toBe('row-0')
  press('Enter')
  expect(onOpen).toHaveBeenCalledWith({ id: 0 })
})

test('keys move, open and select; when tiles go, the last one that is left is active', () => {
  const { grid, active, press, onOpen, selection, arrive } = gallery(5)
  act(() => grid.focus())
  press('End')
  press('ArrowLeft')
  press(' ')
  press('ArrowRight', true)
  expect(selection.toggle).toHaveBeenCalledWith(3, 3, false)
  expect(selection.extend).toHaveBeenCalledWith({ id: 3, index: 3 }, { id: 4, index: 4 })
  expect(active()).toBe('row-4')
  arrive(2)
  expect(active()).toBe('row-1')
  press('Enter')
  expect(onOpen).toHaveBeenCalledWith({ id: 1 })
  arrive(0)
  expect(active()).toBeNull()
})
