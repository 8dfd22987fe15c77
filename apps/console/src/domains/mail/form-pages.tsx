import './texts.ts'
import type { PageProps } from '../../forms/registry.ts'
import { SuppressedWindow } from './suppressed-window.tsx'

/** The id is the address. */
export const pages = {
  removeFromSuppresionList: ({ id = '' }: PageProps) => <SuppressedWindow email={id} />,
}
