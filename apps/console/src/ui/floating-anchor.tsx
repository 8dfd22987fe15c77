import { type RefCallback, useLayoutEffect } from 'react'

interface Props {
  element: HTMLElement
  /** Set by the component that floats. */
  ref?: RefCallback<HTMLElement>
}

/** A proxy for an element drawn elsewhere, so that the element keeps its position and focus. */
export function FloatingAnchor({ element, ref }: Props) {
  useLayoutEffect(() => {
    ref?.(element)
    return () => {
      ref?.(null)
    }
  }, [element, ref])
  return null
}
