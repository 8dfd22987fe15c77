import { createContext, use } from 'react'

/** Where something stands that can be closed: a window, or a page of its own. */
export interface Place {
  close: () => void
  /** On a page closing goes back one step. */
  page?: true
}

export const WindowContext = createContext<Place>({ close: () => undefined })

/** For the content of a window: closes the window it stands in. */
export const useWindow = (): Place => use(WindowContext)
