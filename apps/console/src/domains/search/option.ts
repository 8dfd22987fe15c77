import type { ReactNode } from 'react'

/** A line that can be selected. */
export interface Option {
  key: string
  icon: ReactNode
  title: string
  detail?: string
  mark?: ReactNode
  choose: () => void
}

export interface Section {
  title: string
  options: readonly Option[]
}
