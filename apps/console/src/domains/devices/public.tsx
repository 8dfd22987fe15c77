import { listDevices } from '@longreach/contract/devices/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Select } from '../../ui/select.tsx'

interface PickerProps {
  label: string
  /** Id as text; null while nothing is chosen. */
  value: string | null
  onChange: (id: string) => void
  placeholder: string
  emptyText: string
  error?: string | undefined
}

/** Picks a device; what is typed is searched on the server. */
export function DevicePicker({ value, ...rest }: PickerProps) {
  const [typed, setTyped] = useState('')
  const { data = [] } = useQuery({
    queryKey: ['devices', 'choices', typed],
    queryFn: async ({ signal }) => {
      const query = {
        limit: 100,
        sort: 'name',
        fields: 'id,name,serial',
        ...(typed === '' ? {} : { q: typed }),
      } as const
      return (await call(listDevices, { query }, signal)).data
    },
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
  const options = data.map(({ id, name, serial }) => ({ value: String(id), label: `${name} · ${serial}` }))
  return <Select required searchable value={value} options={options} onSearch={setTyped} {...rest} />
}
