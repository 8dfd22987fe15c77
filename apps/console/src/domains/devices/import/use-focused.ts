import { type RefObject, useEffect, useRef } from 'react'

/** Ref for the heading of a step: it takes over the focus from the previous step. */
export function useFocused(): RefObject<HTMLParagraphElement | null> {
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return heading
}
