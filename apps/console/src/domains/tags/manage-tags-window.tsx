import './texts.ts'
import { listDevices } from '@longreach/contract/devices/endpoints'
import { assignTags, overwriteTags, unassignTags } from '@longreach/contract/devices/tag-endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { countBy, living, type OnCount, useRecount } from '../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { formatCount } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowForm } from '../../windows/window-parts.tsx'
import { type Picked, TagPicker } from './public/tag-picker.tsx'

const endpoints = { assign: assignTags, overwrite: overwriteTags, unassign: unassignTags } as const
type Mode = keyof typeof endpoints
const modes = Object.keys(endpoints) as Mode[]

interface Props {
  selected: SelectedRows
  onCount: OnCount
  onDone: () => void
}

/** Adds tags to devices, replaces theirs, or removes some. */
export function ManageTagsWindow({ selected, onCount, onDone }: Props) {
  const { t } = useTranslation('tags')
  const client = useQueryClient()
  const { close } = useWindow()
  const [mode, setMode] = useState<Mode>('assign')
  const [tags, setTags] = useState<readonly Picked[]>([])
  const [error, setError] = useState<string>()
  const [general, setGeneral] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const recount = useRecount(selected, countBy(listDevices), { slack: living, onCount })
  const submit = async () => {
    setGeneral([])
    if (mode === 'assign' && tags.length === 0) return setError(t('manage.required'))
    setBusy(true)
    try {
      await recount()
      const body = { ...rowsOf('device_id', selected), tag_id: tags.map(({ id }) => id) }
      const { data, errors } = await call(endpoints[mode], { body })
      const [first] = errors
      if (first) toast(first.message, 'error')
      if (data.added + data.removed > 0 || !first) {
        const count = data.devices
        toast(t('manage.done', { count, formatted: formatCount(count) }), 'success')
      }
    } catch (failure) {
      setBusy(false)
      return setGeneral(
        failure instanceof ApiError && failure.errors.length > 0
          ? failure.errors.map(({ message }) => message)
          : [messageOf(failure)],
      )
    }
    void client.invalidateQueries({ queryKey: ['devices'] })
    void client.invalidateQueries({ queryKey: ['tags'] })
    onDone()
    close()
  }
  return (
    <WindowForm onSubmit={() => void submit()} submit={t('manage.apply')} busy={busy} errors={general}>
      <Segmented
        label={t('manage.mode')}
        value={mode}
        options={modes.map((value) => ({ value, label: t(`manage.${value}`) }))}
        onChange={setMode}
      />
      <TagPicker
        value={tags}
        company={null}
        error={error}
        hint={t(`manage.hint.${mode}`)}
        onChange={(next) => {
          setTags(next)
          setError(undefined)
        }}
      />
    </WindowForm>
  )
}
