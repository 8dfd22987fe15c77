import '../texts.ts'
import type { ItemField } from '@longreach/contract/forms/fields'
import { createTag } from '@longreach/contract/tags/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { useCan } from '../../../api/session.ts'
import { type ControlProps, facts } from '../../../forms/controls/control.ts'
import { MultiSelect } from '../../../ui/multi-select.tsx'
import { namedTagsQuery, tagChoicesQuery } from '../choices.ts'

/** Value of the option that creates a tag with the typed name. */
const newTag = 'new'

/**
 * Selects tags, found by typing. If the form has a `company_id`, only tags that devices of this company can have are
 * offered, and a new tag can be created.
 */
export function TagsControl({ field, value, values, onChange, error }: ControlProps<ItemField>) {
  const { t } = useTranslation('tags')
  const client = useQueryClient()
  const company = typeof values.company_id === 'number' ? values.company_id : null
  const mayCreate = useCan('create_tags') && company !== null
  const [typed, setTyped] = useState('')
  const [failed, setFailed] = useState<string>()
  const ids = (value as readonly number[] | undefined) ?? []
  // Retains the names of selected tags while others are searched.
  const names = useRef(new Map<number, string>()).current
  const { data: found = [] } = useQuery(tagChoicesQuery(typed, company))
  for (const { id, name } of found) names.set(id, name)
  const unknown = ids.filter((id) => !names.has(id))
  const { data: named = [] } = useQuery({ ...namedTagsQuery(unknown.join()), enabled: unknown.length > 0 })
  for (const { id, name } of named) names.set(id, name)
  const selected = ids.filter((id) => names.has(id))
  const offered = found.filter(({ id }) => !ids.includes(id)).map(({ id }) => id)
  const options = [...selected, ...offered].map((id) => ({ value: String(id), label: names.get(id) ?? '' }))
  const exists = options.some(({ label }) => label.toLowerCase() === typed.toLowerCase())
  if (mayCreate && typed.length >= 3 && !exists)
    options.push({ value: newTag, label: t('picker.create', { name: typed }) })

  const create = async () => {
    if (company === null) return
    try {
      const { data } = await call(createTag, { body: { company_id: company, name: typed } })
      names.set(data.id, typed)
      onChange([...ids, data.id])
      void client.invalidateQueries({ queryKey: ['tags'] })
    } catch (problem) {
      setFailed(messageOf(problem))
    }
  }
  const select = (next: readonly string[]) => {
    setFailed(undefined)
    if (next.includes(newTag)) return void create()
    onChange([...ids.filter((id) => !selected.includes(id)), ...next.map(Number)])
  }
  return (
    <MultiSelect
      {...facts(field)}
      values={selected.map(String)}
      options={options}
      onChange={select}
      onSearch={setTyped}
      placeholder={t('picker.placeholder')}
      emptyText={t('picker.none')}
      error={failed ?? error}
    />
  )
}
