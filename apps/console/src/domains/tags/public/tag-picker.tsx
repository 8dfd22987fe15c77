import '../texts.ts'
import { createTag } from '@longreach/contract/tags/endpoints'
import type { TagMark } from '@longreach/contract/tags/mark'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { useCan } from '../../../api/session.ts'
import { MultiSelect } from '../../../ui/multi-select.tsx'
import { tagChoicesQuery } from '../choices.ts'

export type Picked = Pick<TagMark, 'id' | 'name'>

interface Props {
  value: readonly Picked[]
  onChange: (tags: readonly Picked[]) => void
  /** Company of the devices; null if they may be of several companies: then no tag can be created here. */
  company: number | null
  error?: string | undefined
  hint?: string
}

/** Label of the option that creates a tag from the typed text. */
const making = 'new'

/** Picks tags: typed text is searched on the server, and a tag can be created if there is none of that name. */
export function TagPicker({ value, onChange, company, error, hint }: Props) {
  const { t } = useTranslation('tags')
  const client = useQueryClient()
  const mayCreate = useCan('create_tags') && company !== null
  const [typed, setTyped] = useState('')
  const [failed, setFailed] = useState<string>()
  const { data: found = [] } = useQuery(tagChoicesQuery(typed, company))
  const known = [...value, ...found.filter(({ id }) => !value.some((one) => one.id === id))]
  const taken = known.some(({ name }) => name.toLowerCase() === typed.toLowerCase())
  const options = known.map(({ id, name }) => ({ value: String(id), label: name }))
  if (mayCreate && typed.length >= 3 && !taken)
    options.push({ value: making, label: t('picker.create', { name: typed }) })

  const make = async () => {
    try {
      const { data } = await call(createTag, { body: { company_id: company ?? Number.NaN, name: typed } })
      onChange([...value, { id: data.id, name: typed }])
      void client.invalidateQueries({ queryKey: ['tags'] })
    } catch (problem) {
      setFailed(messageOf(problem))
    }
  }
  const choose = (values: readonly string[]) => {
    setFailed(undefined)
    if (values.includes(making)) return void make()
    onChange(values.flatMap((id) => known.find((one) => String(one.id) === id) ?? []))
  }
  return (
    <MultiSelect
      label={t('picker.label')}
      values={value.map(({ id }) => String(id))}
      options={options}
      onChange={choose}
      onSearch={setTyped}
      placeholder={t('picker.placeholder')}
      emptyText={t('picker.none')}
      error={failed ?? error}
      hint={hint}
    />
  )
}
