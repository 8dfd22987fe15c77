import type { ReactNode } from 'react'

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
