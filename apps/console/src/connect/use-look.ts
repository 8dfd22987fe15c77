import { useState } from 'react'
import { type ThemeName, themeNames } from './terminal-themes.ts'

export interface Look {
  theme: ThemeName
  /** Font size in pixels. */
  size: number
}

export const sizes = { min: 9, max: 26, first: 14 } as const
const key = 'terminalLook'

function read(): Look {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Look>
    const theme = themeNames.find((name) => name === kept.theme) ?? 'auto'
    const size = Number.isInteger(kept.size)
      ? Math.min(sizes.max, Math.max(sizes.min, kept.size as number))
      : sizes.first
    return { theme, size }
  } catch {
    return { theme: 'auto', size: sizes.first }
  }
}

/** Colours and size of the terminal, stored in this browser: a shell may be open without an account. */
export function useLook(): [Look, (look: Look) => void] {
  const [look, setLook] = useState(read)
  const keep = (next: Look) => {
    localStorage.setItem(key, JSON.stringify(next))
    setLook(next)
  }
  return [look, keep]
}
