import './texts.ts'
import { listDevices } from '@longreach/contract/devices/endpoints'
import { firmwareLimits } from '@longreach/contract/firmware/constants'
import { updateFirmware } from '@longreach/contract/firmware/endpoints'
import type { FirmwareChoices } from '@longreach/contract/firmware/schemas'
import { text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import { IconCpu } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, failureOf, messageOf } from '../../api/error.ts'
import { readLocalTime } from '../../charts/local-time.ts'
import { countBy, living, type OnCount, useRecount } from '../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatCount } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { timeZone } from '../../ui/time-zone.ts'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowForm } from '../../windows/window-form.tsx'
import { openActionTab } from '../actions/public/open-tabs.ts'
import { Installed } from './installed.tsx'
import { ImagePicker } from './public/image-picker.tsx'
import { Preview } from './public/preview.tsx'
import { type Consent, choicesQuery, previewQuery } from './public/queries.ts'
import { recommended } from './public/recommended.ts'
import classes from './update-window.module.css'

interface Props {
  selected: SelectedRows
  onCount: OnCount
}

/** Days that offline devices may be waited for. */
const waits = [1, 7, 30, 90] as const
const day = 86_400

/** Updates the firmware of devices: selects the image and shows a preview before anything is sent. */
export function UpdateWindow({ selected, onCount }: Props) {
  const { t } = useTranslation('firmware')
  const { data: choices, error, refetch } = useQuery(choicesQuery(selected))
  if (error && !choices) return <ErrorState title={t('failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  if (!choices)
    return (
      <div className={classes.wait}>
        <Spinner size={22} />
      </div>
    )
  if (choices.images.length === 0) return <NoImages choices={choices} />
  return <UpdateForm selected={selected} onCount={onCount} choices={choices} />
}

function NoImages({ choices: { usable, versions, more_versions } }: { choices: FirmwareChoices }) {
  const { t } = useTranslation('firmware')
  const navigate = useNavigate()
  const { close } = useWindow()
  const toFiles = () => {
    close()
    void navigate({ to: '/management/files' })
  }
  return (
    <div className={classes.none}>
      <Installed versions={versions} more={more_versions} />
      <EmptyState
        icon={<IconCpu size={22} stroke={1.6} />}
        title={t(usable === 0 ? 'update.noImages' : 'update.noMatch')}
        text={t(usable === 0 ? 'update.noImagesText' : 'update.noMatchText')}
        action={<Button onClick={toFiles}>{t('update.toFiles')}</Button>}
      />
    </div>
  )
}

function UpdateForm({ selected, onCount, choices }: Props & { choices: FirmwareChoices }) {
  const { t } = useTranslation('firmware')
  const { close } = useWindow()
  const client = useQueryClient()
  const [file, setFile] = useState(() => recommended(choices))
  const [consent, setConsent] = useState<Consent>({ downgrade: false, metered: false })
  const [keep, setKeep] = useState(true)
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [time, setTime] = useState('')
  const [days, setDays] = useState(String(firmwareLimits.waits.default / day))
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<{ form: string[]; time?: string | undefined }>({ form: [] })
  const preview = useQuery(previewQuery(selected, file, consent))
  const recount = useRecount(selected, countBy(listDevices), { slack: living, onCount })
  const count = preview.data?.devices ?? 0
  const formatted = formatCount(count)

  const select = (id: number) => {
    setFile(id)
    // The consent was for another image.
    setConsent({ downgrade: false, metered: false })
  }
  const send = async () => {
    const seconds = when === 'later' && time !== '' ? readLocalTime(time, timeZone()) : null
    if (when === 'later' && seconds === null) return setErrors({ form: [], time: text('forms.required') })
    setBusy(true)
    setErrors({ form: [] })
    try {
      await recount()
      const { data } = await call(updateFirmware, {
        body: {
          ...rowsOf('device_id', selected),
          ...consent,
          file_id: file as number,
          keep_settings: keep,
          expires_in: Number(days) * day,
          ...(seconds === null ? {} : { starts_at: formatTime(new Date(seconds * 1000)) as never }),
        },
      })
      const started = { count: data.devices, formatted: formatCount(data.devices) }
      toast(t(seconds === null ? 'update.started' : 'update.scheduled', started), 'success')
      openActionTab({ id: data.id, kind: 'update_firmware' })
      for (const key of ['actions', 'firmware']) void client.invalidateQueries({ queryKey: [key] })
      close()
    } catch (error) {
      const [fault] = error instanceof ApiError ? error.errors : []
      setErrors(fault?.source === 'starts_at' ? { form: [], time: fault.message } : { form: [messageOf(error)] })
      void preview.refetch()
    }
    setBusy(false)
  }
  const submit =
    file === null ? t('update.choose') : t(when === 'now' ? 'update.submit' : 'update.schedule', { count, formatted })
  return (
    <WindowForm
      onSubmit={() => void send()}
      submit={submit}
      busy={busy}
      disabled={count === 0 || preview.isPlaceholderData || preview.isError}
      errors={errors.form}
    >
      <div className={classes.form}>
        <Installed versions={choices.versions} more={choices.more_versions} />
        <ImagePicker images={choices.images} selected={choices.selected} value={file} onChange={select} />
        <div className={classes.option}>
          <Checkbox showLabel label={t('update.keep')} checked={keep} onChange={() => setKeep(!keep)} />
          {keep ? null : (
            <p className={classes.warning} role="status">
              {t('update.reset')}
            </p>
          )}
        </div>
        <div className={classes.when}>
          <Segmented
            label={t('update.when')}
            value={when}
            options={[
              { value: 'now', label: t('update.now') },
              { value: 'later', label: t('update.later') },
            ]}
            onChange={setWhen}
          />
          {when === 'later' ? (
            <TextField
              type="datetime-local"
              label={t('update.time')}
              required
              value={time}
              error={errors.time}
              onChange={({ target }) => setTime(target.value)}
            />
          ) : null}
          <Select
            label={t('update.waits')}
            value={days}
            options={waits.map((count) => ({ value: String(count), label: t('update.days', { count }) }))}
            onChange={setDays}
          />
        </div>
        {file === null ? null : (
          <Preview
            preview={preview.data}
            stale={preview.isPlaceholderData}
            error={preview.error}
            agreement={{ consent, onConsent: setConsent }}
          />
        )}
      </div>
    </WindowForm>
  )
}
