import type { BaseMap } from '@longreach/contract/devices/place-endpoints'
import { useState } from 'react'
import { readStored, writeStored } from '../api/browser-storage.ts'
import { hasBaseMap } from './base-map.ts'
import type { MapKind } from './load-map.ts'

/** Of the maps there may be, what a user chooses. */
export type ChosenMap = Exclude<MapKind, 'outlines'>

const storedAs = 'map_kind'

/** Maps that failed: until the page is loaded again, or the user chooses one of them, they are not asked for. */
const failedMaps = new Set<ChosenMap>()

/** Which map is drawn, as the user has chosen in this browser, and which one failed instead. */
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
