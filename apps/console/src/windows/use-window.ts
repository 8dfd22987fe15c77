import { createContext, use } from 'react'

/** A container that can be closed: a window or a page. */
export interface Place {
  close: () => void
  /** Says whether closing would lose what was entered; absent on a page. */
  fill?: (filled: boolean) => void
  /** On a page, closing goes back one step. */
  page?: true
}

export const WindowContext = createContext<Place>({ close: () => undefined })

/** The container of the content, such as its window. */
export const useWindow = (): Place => use(WindowContext)
