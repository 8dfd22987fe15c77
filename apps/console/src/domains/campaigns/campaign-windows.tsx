import './texts.ts'
import { campaignLimits, defaultWaves } from '@longreach/contract/campaigns/constants'
import { createCampaign, resumeCampaign, startCampaign, updateCampaign } from '@longreach/contract/campaigns/endpoints'
import {
  editCampaignForm,
  newCampaignForm,
  resumeCampaignForm,
  startCampaignForm,
} from '@longreach/contract/campaigns/forms'
import type { CampaignDetails, Wave } from '@longreach/contract/campaigns/schemas'
import { waveSizes } from '@longreach/contract/campaigns/waves'
import type { FieldErrors } from '@longreach/contract/forms/check'
import type { Values } from '@longreach/contract/forms/visible'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import type { ControlProps } from '../../forms/controls/control.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { textOf } from '../../i18n/i18n.ts'
import { formatCount } from '../../ui/format.ts'
import { timeZone } from '../../ui/time-zone.ts'
import { ownZone } from '../../ui/zone-options.ts'
import { ImageChoice } from '../firmware/public/image-choice.tsx'
import { previewQuery } from '../firmware/public/queries.ts'
import classes from './campaign-windows.module.css'
import { type CampaignRows, rowsOfDraft, selectedOf } from './rows.ts'
import { SelectedDevices } from './selected-devices.tsx'
import { ZoneControl } from './zone-control.tsx'

/** Hours that are preset. */
export const night = { hours_from: '01:00', hours_to: '05:00', hours_days: [1, 2, 3, 4, 5, 6, 7] }

/** Limits of a size depend on its unit, which the columns of a table cannot express. */
export function checkWaves({ waves }: Values): FieldErrors {
  const rows = (waves ?? []) as { of?: string; size?: number | null }[]
  const errors = rows.flatMap(({ of, size }, at) => {
    if (of === 'rest' || of === undefined) return []
    if (size === undefined || size === null) return [[`waves.${at}.size`, textOf('campaigns:form.sizeMissing')]]
    return of === 'percent' && size > 100 ? [[`waves.${at}.size`, textOf('campaigns:form.percentRange')]] : []
  })
  return Object.fromEntries(errors)
}

export const zoneOf = () => timeZone() ?? ownZone()

/** Selects the image for the devices of the campaign. */
function imageControl(rows: CampaignRows) {
  const selected = selectedOf(rows)
  return function ImageControl({ value, values, onChange, error }: ControlProps) {
    const consent = { downgrade: values.downgrade === true, metered: values.metered === true }
    const file = typeof value === 'number' ? value : null
    return <ImageChoice selected={selected} value={file} onChange={onChange} consent={consent} error={error} />
  }
}

const controlsFor = (rows: CampaignRows) => ({ file_id: imageControl(rows), hours_zone: ZoneControl })

/** Number of devices in each wave. */
function Outlook({ rows, values }: { rows: CampaignRows; values: Values }) {
  const { t } = useTranslation('campaigns')
  const { file_id, downgrade, metered, waves } = values
  const file = typeof file_id === 'number' ? file_id : null
  const consent = { downgrade: downgrade === true, metered: metered === true }
  const { data } = useQuery(previewQuery(selectedOf(rows), file, consent))
  const planned = ((waves ?? []) as Partial<Wave>[]).filter((wave): wave is Wave => typeof wave.of === 'string')
  if (!data || data.devices === 0 || planned.length === 0) return null
  const sizes = waveSizes(planned, data.devices)
  return (
    <p className={classes.outlook} role="status">
      {t('form.outlook', {
        count: sizes.length,
        devices: t('page.devices', { count: data.devices, formatted: formatCount(data.devices) }),
        sizes: sizes.map(formatCount).join(', '),
      })}
    </p>
  )
}

/** Creates a campaign, then opens its page. */
export function NewCampaignWindow({ rows, onDone }: { rows: CampaignRows; onDone?: (() => void) | undefined }) {
  const { t } = useTranslation('campaigns')
  const navigate = useNavigate()
  const controls = useMemo(() => controlsFor(rows), [rows])
  return (
    <FormWindow
      form={newCampaignForm}
      controls={controls}
      values={{
        keep_settings: true,
        waves: defaultWaves,
        soak: campaignLimits.soak.default,
        check_wan: true,
        check_reports: true,
        ...night,
        hours_zone: zoneOf(),
        start: 'now',
      }}
      intro={<Selected rows={rows} />}
      validate={checkWaves}
      send={(body) => call(createCampaign, { body: { ...body, ...rows } as never })}
      done={t('form.created')}
      onDone={({ data }) => {
        onDone?.()
        void navigate({ to: '/management/campaigns/$id', params: { id: String(data.id) } })
      }}
      reload={[['campaigns']]}
    >
      {(values) => <Outlook rows={rows} values={values} />}
    </FormWindow>
  )
}

export function Selected({ rows }: { rows: CampaignRows }) {
  const { t } = useTranslation('campaigns')
  const all = 'filter' in rows && Object.keys(rows.filter).length === 0
  return <p className={classes.selected}>{all ? t('form.all') : <SelectedDevices rows={rows} />}</p>
}

/** Values of the fields that drafts of all kinds have. */
export function valuesOfPlan({ name, plan }: CampaignDetails) {
  const { hours, waves, soak, check_wan, check_reports, check_command } = plan
  return {
    name,
    ...{ waves, soak, check_wan, check_reports, check_command: check_command ?? '' },
    limited: hours !== null,
    hours_from: hours?.from ?? night.hours_from,
    hours_to: hours?.to ?? night.hours_to,
    hours_zone: hours?.zone ?? zoneOf(),
    hours_days: hours?.days ?? night.hours_days,
  }
}

/** Edits a draft; its selection of devices does not change. */
export function EditCampaignWindow({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation('campaigns')
  const { id, file_id, plan, selection } = campaign
  const controls = useMemo(() => controlsFor(rowsOfDraft(selection)), [selection])
  return (
    <FormWindow
      form={editCampaignForm}
      controls={controls}
      values={{
        ...valuesOfPlan(campaign),
        file_id,
        keep_settings: plan.keep_settings,
        downgrade: plan.downgrade,
        metered: plan.metered,
      }}
      validate={checkWaves}
      send={(body) => call(updateCampaign, { params: { id }, body: body as never })}
      done={t('form.saved')}
      reload={[['campaigns']]}
    >
      {(values) => <Outlook rows={rowsOfDraft(selection)} values={values} />}
    </FormWindow>
  )
}

export function StartCampaignWindow({ id }: { id: number }) {
  const { t } = useTranslation('campaigns')
  return (
    <FormWindow
      form={startCampaignForm}
      values={{ start: 'now' }}
      send={(body) => call(startCampaign, { params: { id }, body })}
      done={t('start.done')}
      reload={[['campaigns']]}
    />
  )
}

/** Resumes a campaign that halted automatically, with a reason. */
export function ResumeCampaignWindow({ id }: { id: number }) {
  const { t } = useTranslation('campaigns')
  return (
    <FormWindow
      form={resumeCampaignForm}
      values={{}}
      intro={<p className={classes.selected}>{t('resume.text')}</p>}
      send={(body) => call(resumeCampaign, { params: { id }, body })}
      done={t('resume.done')}
      reload={[['campaigns']]}
    />
  )
}
