import './texts.ts'
import { campaignLimits, defaultWaves } from '@longreach/contract/campaigns/constants'
import { createCampaign, startCampaign, updateCampaign } from '@longreach/contract/campaigns/endpoints'
import { editCampaignForm, newCampaignForm, startCampaignForm } from '@longreach/contract/campaigns/forms'
import type { CampaignDetails } from '@longreach/contract/campaigns/schemas'
import type { FieldErrors } from '@longreach/contract/forms/check'
import type { Values } from '@longreach/contract/forms/visible'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { textOf } from '../../i18n/i18n.ts'
import { formatCount } from '../../ui/format.ts'
import { timeZone } from '../../ui/time-zone.ts'
import classes from './campaign-windows.module.css'
import type { CampaignRows } from './rows.ts'

/** Hours that are offered first. */
const night = { hours_from: '01:00', hours_to: '05:00', hours_days: [1, 2, 3, 4, 5, 6, 7] }

/** Sizes depend on what they are of, which the columns of a table cannot say. */
function checkWaves({ waves }: Values): FieldErrors {
  const rows = (waves ?? []) as { of?: string; size?: number | null }[]
  const errors = rows.flatMap(({ of, size }, at) => {
    if (of === 'rest' || of === undefined) return []
    if (size === undefined || size === null) return [[`waves.${at}.size`, textOf('campaigns:form.sizeMissing')]]
    return of === 'percent' && size > 100 ? [[`waves.${at}.size`, textOf('campaigns:form.percentRange')]] : []
  })
  return Object.fromEntries(errors)
}

const zoneOf = () => timeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** A new campaign; afterwards its page is shown. */
export function NewCampaignWindow({ rows, onDone }: { rows: CampaignRows; onDone?: (() => void) | undefined }) {
  const { t } = useTranslation('campaigns')
  const navigate = useNavigate()
  return (
    <FormWindow
      form={newCampaignForm}
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
    />
  )
}

function Selected({ rows }: { rows: CampaignRows }) {
  const { t } = useTranslation('campaigns')
  if ('filter' in rows && Object.keys(rows.filter).length === 0)
    return <p className={classes.selected}>{t('form.all')}</p>
  if ('filter' in rows) return <p className={classes.selected}>{t('page.selectedFilter')}</p>
  const count = rows.device_id.length
  return <p className={classes.selected}>{t('form.selected', { count, formatted: formatCount(count) })}</p>
}

/** A draft; its devices stay as they were selected. */
export function EditCampaignWindow({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation('campaigns')
  const { id, name, file_id, plan } = campaign
  const { hours } = plan
  return (
    <FormWindow
      form={editCampaignForm}
      values={{
        name,
        file_id,
        keep_settings: plan.keep_settings,
        downgrade: plan.downgrade,
        metered: plan.metered,
        waves: plan.waves,
        soak: plan.soak,
        check_wan: plan.check_wan,
        check_reports: plan.check_reports,
        limited: hours !== null,
        hours_from: hours?.from ?? night.hours_from,
        hours_to: hours?.to ?? night.hours_to,
        hours_zone: hours?.zone ?? zoneOf(),
        hours_days: hours?.days ?? night.hours_days,
      }}
      validate={checkWaves}
      send={(body) => call(updateCampaign, { params: { id }, body: body as never })}
      done={t('form.saved')}
      reload={[['campaigns']]}
    />
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
