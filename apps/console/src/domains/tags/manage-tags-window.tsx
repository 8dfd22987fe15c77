import './texts.ts'
import { listDevices } from '@longreach/contract/devices/endpoints'
import { assignTags, overwriteTags, unassignTags } from '@longreach/contract/devices/tag-endpoints'
import { manageTagsForm } from '@longreach/contract/tags/forms'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { countBy, living, type OnCount, useRecount } from '../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { formatCount } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import { TagsControl } from './public/tags-control.tsx'

const endpoints = { assign: assignTags, overwrite: overwriteTags, unassign: unassignTags } as const
const controls = { tag_id: TagsControl }

interface Props {
  selected: SelectedRows
  onCount: OnCount
  onDone: () => void
}

/** Adds tags to devices, replaces their tags, or removes some. */
export function ManageTagsWindow({ selected, onCount, onDone }: Props) {
  const { t } = useTranslation('tags')
  const recount = useRecount(selected, countBy(listDevices), { slack: living, onCount })
  return (
    <FormWindow
      form={manageTagsForm}
      values={{ mode: 'assign' }}
      controls={controls}
      validate={({ mode, tag_id }) =>
        mode === 'assign' && (tag_id as readonly number[]).length === 0 ? { tag_id: t('manage.required') } : {}
      }
      send={async ({ mode, tag_id = [] }) => {
        await recount()
        return call(endpoints[mode], { body: { ...rowsOf('device_id', selected), tag_id } })
      }}
      done={(_, { data, errors }) => {
        const changed = data.added + data.removed > 0
        if (!changed && errors.length > 0) return null
        return t('manage.done', { count: data.devices, formatted: formatCount(data.devices) })
      }}
      onDone={({ errors: [first] }) => {
        if (first) toast(first.message, 'error')
        onDone()
      }}
      reload={[['devices'], ['tags']]}
    />
  )
}
