import { createContext, use } from 'react'

/** A container that can be closed: a window, or a page of its own. */
export interface Place {
  close: () => void
  /** On a page, closing goes back one step. */
  page?: true
}

export const WindowContext = createContext<Place>({ close: () => undefined })

/** For the content of a window: closes that window. */
export const useWindow = (): Place => use(WindowContext)
