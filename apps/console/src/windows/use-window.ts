import { createContext, use } from 'react'
import { windows } from './store.ts'

export const WindowContext = createContext<string>('')

/** For the content of a window: closes the window it stands in. */
export function useWindow() {
  const id = use(WindowContext)
  return { close: () => windows.close(id) }
}
