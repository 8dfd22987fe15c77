import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { storageQuery } from '../api/user-storage.ts'
import { isDark, readDarkMode, writeDarkMode } from '../brand/dark-mode.ts'
import { setScheme } from '../ui/scheme.ts'
import { isTimeZone, storeBrowserZone, timeZone, writeTimeZone } from '../ui/time-zone.ts'

/** Applies settings that were changed in another browser: time zone and dark mode. */
export function useFollowed(): void {
  const { data } = useQuery(storageQuery)
  const mode = data?.dark_mode
  const zone = data?.timezone
  useEffect(storeBrowserZone, [])
  useEffect(() => {
    if ((mode !== 'auto' && mode !== 'on' && mode !== 'off') || mode === readDarkMode()) return
    writeDarkMode(mode)
    setScheme(isDark(mode) ? 'dark' : 'light')
  }, [mode])
  useEffect(() => {
    if (!isTimeZone(zone) || zone === timeZone()) return
    writeTimeZone(zone)
    // Times on the screen are still in the other zone. A browser without cookies stays as it is.
    if (timeZone() === zone) location.reload()
  }, [zone])
}
