import { useFocusTrap } from '@mantine/hooks'
import type { RefCallback } from 'react'

/** A ref that keeps Tab inside its element while active. */
export function useTrap(active: boolean): RefCallback<HTMLElement | null> {
  return useFocusTrap(active)
}
