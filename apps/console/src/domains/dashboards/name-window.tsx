import { dashboardLimits } from '@longreach/contract/dashboards/constants'
import { createDashboard, updateDashboard } from '@longreach/contract/dashboards/endpoints'
import type { Dashboard } from '@longreach/contract/dashboards/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowForm } from '../../windows/window-form.tsx'
import { keyOf } from './queries.ts'

export function NameWindow({ device, dashboard }: { device: number; dashboard: Dashboard | null }) {
  const { t } = useTranslation('dashboards')
  const { close } = useWindow()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState(dashboard?.name ?? '')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<{ field?: string; form: string[] }>({ form: [] })

  const submit = async () => {
    if (name.trim() === '') return setError({ field: t('form.required'), form: [] })
    setBusy(true)
    try {
      if (dashboard) {
        const params = { id: device, dashboard_id: dashboard.id }
        await call(updateDashboard, { params, body: { version: dashboard.version, name } })
        toast(t('renamed'), 'success')
      } else {
        const { data } = await call(createDashboard, { params: { id: device }, body: { name } })
        toast(t('created'), 'success')
        void navigate({
          to: '/devices/$id/dashboards/$dashboard_id',
          params: { id: String(device), dashboard_id: String(data.id) },
        })
      }
      void client.invalidateQueries({ queryKey: keyOf(device) })
      close()
    } catch (failure) {
      const ofName = failure instanceof ApiError && failure.source === 'name'
      setError(ofName ? { field: failure.message, form: [] } : { form: [messageOf(failure)] })
    } finally {
      setBusy(false)
    }
  }
  return (
    <WindowForm
      onSubmit={() => void submit()}
      submit={t(dashboard ? 'rename' : 'create')}
      busy={busy}
      errors={error.form}
    >
      <TextField
        label={t('name')}
        value={name}
        maxLength={dashboardLimits.name}
        error={error.field}
        onChange={({ target }) => setName(target.value)}
        required
      />
    </WindowForm>
  )
}
