import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../api/session.ts'
import { Select } from '../../../ui/select.tsx'
import { namedTagsQuery, tagChoicesQuery } from '../../tags/public/tag-choices.ts'
import classes from './company-metrics.module.css'

const all = 'all'

/** Limits the list to devices with one tag. */
export function TagSelect(props: { value: string | undefined; onChange: (tag: string | null) => void }) {
  return useCan('view_tags') ? <Choice {...props} /> : null
}

function Choice({ value, onChange }: { value: string | undefined; onChange: (tag: string | null) => void }) {
  const { t } = useTranslation('companyMetrics')
  const [typed, setTyped] = useState('')
  const { data = [] } = useQuery(tagChoicesQuery(typed))
  const { data: named = [] } = useQuery({ ...namedTagsQuery(value ?? ''), enabled: Boolean(value) })
  const tags = [...named, ...data.filter(({ id }) => !named.some((one) => one.id === id))]
  return (
    <div className={classes.tag}>
      <Select
        label={t('tag')}
        value={value || all}
        options={[
          { value: all, label: t('allDevices') },
          ...tags.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        searchable
        onSearch={setTyped}
        onChange={(next) => onChange(next === all ? null : next)}
      />
    </div>
  )
}
