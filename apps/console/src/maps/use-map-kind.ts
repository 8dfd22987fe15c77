import type { BaseMap } from '@longreach/contract/devices/place-endpoints'
import { useState } from 'react'
import { readStored, writeStored } from '../api/browser-storage.ts'
import { hasBaseMap } from './base-map.ts'
import type { MapKind } from './load-map.ts'

/** The maps that a user can select. */
export type ChosenMap = Exclude<MapKind, 'outlines'>

const storedAs = 'map_kind'

/** Maps that failed: they are not requested until the page is reloaded or the user selects them. */
const failedMaps = new Set<ChosenMap>()

/** The map to draw, as selected by the user in this browser, and the one that failed, if any. */
export function useMapKind(base: BaseMap | undefined) {
  const [stored, setStored] = useState(() => readStored<ChosenMap>('local', storedAs, 'own'))
  const [failed, setFailed] = useState<readonly ChosenMap[]>([...failedMaps])
  const chosen: ChosenMap = base?.google_key ? stored : 'own'
  const own: MapKind = base && hasBaseMap(base) && !failed.includes('own') ? 'own' : 'outlines'
  return {
    chosen,
    kind: chosen === 'own' || failed.includes(chosen) ? own : chosen,
    failed: failed.includes(chosen),
    choose(kind: ChosenMap) {
      writeStored('local', storedAs, kind)
      failedMaps.delete(kind)
      setFailed([...failedMaps])
      setStored(kind)
    },
    fail(kind: MapKind) {
      if (kind === 'outlines') return
      failedMaps.add(kind)
      setFailed([...failedMaps])
    },
  }
}
