import { type RefCallback, useLayoutEffect } from 'react'

interface Props {
  element: HTMLElement
  /** Given by the component that floats. */
  ref?: RefCallback<HTMLElement>
}

/** A proxy for an element that is drawn elsewhere, so that it keeps its place and its focus. */
export function FloatingAnchor({ element, ref }: Props) {
  useLayoutEffect(() => {
    ref?.(element)
    return () => {
      ref?.(null)
    }
  }, [element, ref])
  return null
}
