import { type RefObject, useEffect, useRef } from 'react'

/** For the heading of a step: it gets the focus that the previous step had. */
export function useFocused(): RefObject<HTMLParagraphElement | null> {
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return heading
}
