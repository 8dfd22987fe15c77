import { useCallback, useEffect, useRef } from 'react'
import { live } from '../../../api/live.ts'

/** Subscribes to events of the devices on the screen; each call replaces the devices of the previous one. */
export function useWatch() {
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  return useCallback((rows: readonly { id: number }[]) => {
    const before = stop.current
    stop.current = live.watchDevices(rows.map((row) => row.id))
    before()
  }, [])
}
