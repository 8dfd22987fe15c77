import { useSyncExternalStore } from 'react'
import { type DockState, dock } from './store.ts'

export const useDock = (): DockState => useSyncExternalStore(dock.subscribe, dock.state)
