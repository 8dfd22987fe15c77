import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Select } from '../../../ui/select.tsx'
import { deviceChoicesQuery } from './device-field.ts'

interface PickerProps {
  label: string
  /** Id as text; null without a selection. */
  value: string | null
  onChange: (id: string) => void
  placeholder: string
  emptyText: string
  error?: string | undefined
}

/** Picks a device; typed text is searched on the server. */
export function DevicePicker({ value, ...rest }: PickerProps) {
  const [typed, setTyped] = useState('')
  const { data = [] } = useQuery(deviceChoicesQuery(typed === '' ? {} : { q: typed }))
  const options = data.map(({ id, name, serial }) => ({ value: String(id), label: `${name} · ${serial}` }))
  return <Select required searchable value={value} options={options} onSearch={setTyped} {...rest} />
}
