import { useEffect, useRef, useState } from 'react'

/** Seconds in which a whole track is played. */
const playSeconds = 20
const frameMs = 50

interface Playback {
  /** Index of the current passage; -1 if there is none. */
  index: number
  /** Selects a passage; at the newest one, it follows passages that arrive later. */
  seek: (index: number) => void
  playing: boolean
  /** Pauses or plays; restarts with the first passage once the newest is reached. */
  toggle: () => void
}

/**
 * Goes through passages in time, starting at the newest. It remembers a moment, not an index: passages are added and
 * leave the period during playback.
 *
 * @param passages In order of `at`, Unix seconds.
 */
export function usePlayback(passages: readonly { at: number }[]): Playback {
  const [moment, setMoment] = useState<number | null>(null)
  const [playing, setPlaying] = useState(false)
  const last = passages.length - 1
  const passed = moment === null ? last : passages.findLastIndex(({ at }) => at <= moment)
  const index = passed < 0 ? Math.min(0, last) : passed
  const seek = (next: number) => setMoment(next >= last ? null : (passages[next]?.at ?? null))
  const advance = useRef(() => {})
  advance.current = () => {
    const next = index + Math.max(1, Math.round((last * frameMs) / (playSeconds * 1000)))
    seek(next)
    if (next >= last) setPlaying(false)
  }
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => advance.current(), frameMs)
    return () => clearInterval(timer)
  }, [playing])
  const toggle = () => {
    if (!playing && index >= last) seek(0)
    setPlaying(!playing)
  }
  return { index, seek, playing, toggle }
}
