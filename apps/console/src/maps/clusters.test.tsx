import type { Map as MapOf } from 'maplibre-gl'
import { beforeAll, expect, test, vi } from 'vitest'
import { startTexts, textOf } from '../i18n/i18n.ts'
import { addClusters } from './clusters.ts'
import './texts.ts'

vi.mock('../charts/colours.ts', () => ({ themeColour: () => '' }))
vi.mock('./style.ts', () => ({ mapFont: [] }))

beforeAll(startTexts)

/** Records what a map is asked to add, and lets it fail. */
function fakeMap() {
  const listeners = new Map<string, (event: object) => void>()
  const map = {
    on: (name: string, listener: (event: object) => void) => void listeners.set(name, listener),
    addSource: vi.fn(),
    addLayer: vi.fn(),
  }
  return { map, fail: (event: object) => listeners.get('error')?.(event) }
}

test('S9.62: marks within 60 pixels are grouped, from two on', () => {
  const { map } = fakeMap()
  addClusters(map as unknown as MapOf, vi.fn())
  const grouped = expect.objectContaining({ cluster: true, clusterRadius: 60, clusterMinPoints: 2 })
  expect(map.addSource.mock.calls).toEqual([['marks', grouped]])
})

test('S8.30: marks that cannot be grouped are reported in the words of the specification', () => {
  const { map, fail } = fakeMap()
  const onFailed = vi.fn()
  addClusters(map as unknown as MapOf, onFailed)
  fail({ sourceId: 'outlines' })
  expect(onFailed).not.toHaveBeenCalled()
  fail({ sourceId: 'marks' })
  expect(onFailed).toHaveBeenCalledTimes(1)
  expect(textOf('maps:noClusters')).toBe('MarkerClusterer is not installed!')
})
