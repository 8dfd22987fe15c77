import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { storeValue } from '../api/user-storage.ts'
import { type DarkMode, isDark, readDarkMode, writeDarkMode } from '../brand/dark-mode.ts'
import { setScheme, subscribeScheme } from '../ui/scheme.ts'

export const darkModes: readonly DarkMode[] = ['auto', 'on', 'off']

/** Applies immediately; stored for this browser and, if the server can be reached, for the user's other browsers. */
export function chooseDarkMode(client: QueryClient, mode: DarkMode): void {
  writeDarkMode(mode)
  void storeValue(client, 'dark_mode', mode).catch(() => undefined)
  setScheme(isDark(mode) ? 'dark' : 'light')
}

export const useDarkMode = (): DarkMode => useSyncExternalStore(subscribeScheme, () => readDarkMode())
