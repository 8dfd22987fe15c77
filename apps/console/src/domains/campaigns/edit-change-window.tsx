import './texts.ts'
import { updateChangeCampaign } from '@longreach/contract/campaigns/endpoints'
import { editChangeCampaignForm } from '@longreach/contract/campaigns/forms'
import type { CampaignDetails } from '@longreach/contract/campaigns/schemas'
import type { Field } from '@longreach/contract/forms/fields'
import type { Values } from '@longreach/contract/forms/visible'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/error.ts'
import type { FormErrors } from '../../forms/form-errors.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { BackupControl } from './backup-control.tsx'
import classes from './campaign-windows.module.css'
import { checkWaves, Selected, valuesOfPlan } from './campaign-windows.tsx'
import { planFields } from './change-window.tsx'
import { GroupValues } from './group-values.tsx'
import { type Rollout, rowsOfDraft } from './rows.ts'
import { ZoneControl } from './zone-control.tsx'

/** The content that a draft of that kind can get instead. */
interface Bringing {
  fields: readonly Field[]
  values: (campaign: CampaignDetails) => Values
  /** The changed content for the call; undefined if it did not change. */
  contentOf: (values: Values, campaign: CampaignDetails) => object | undefined
}

const metered = {
  key: 'metered',
  type: 'checkbox',
  label: 'campaigns:form.metered',
  hint: 'campaigns:form.meteredHint',
} as const

const bringing: Readonly<Record<Rollout['kind'], Bringing>> = {
  configure: {
    fields: [
      {
        key: 'template_id',
        type: 'item',
        component: 'ItemSelect',
        ref: 'config_template',
        label: 'campaigns:form.template',
        hint: 'campaigns:form.otherHint',
      },
      { ...metered, depends: { key: 'template_id', filled: true } },
    ],
    values: ({ plan }) => ({ template_id: null, metered: plan.metered }),
    contentOf: ({ template_id, metered }, { plan }) =>
      typeof template_id === 'number' ? { template_id, metered: metered === true, ...secondsOf(plan) } : undefined,
  },
  restore: {
    fields: [
      {
        key: 'file_id',
        type: 'item',
        component: 'ItemSelect',
        ref: 'file',
        label: 'campaigns:form.backup',
        required: true,
      },
      { key: 'other_firmware', type: 'checkbox', label: 'campaigns:form.otherFirmware' },
      metered,
    ],
    values: ({ file_id, file_name, plan }) => ({
      file_id,
      file_name,
      other_firmware: plan.downgrade,
      metered: plan.metered,
    }),
    contentOf: ({ file_id, other_firmware, metered }, { plan }) => ({
      file_id,
      other_firmware: other_firmware === true,
      metered: metered === true,
      ...secondsOf(plan),
    }),
  },
  task_group: {
    fields: [
      {
        key: 'group_id',
        type: 'item',
        component: 'ItemSelect',
        ref: 'task_group',
        label: 'campaigns:form.group',
        hint: 'campaigns:form.otherHint',
      },
      {
        key: 'variables',
        type: 'table',
        component: 'TableInput',
        label: 'campaigns:form.group',
        columns: [
          { key: 'name', type: 'text', label: 'campaigns:form.group' },
          { key: 'value', type: 'password', label: 'campaigns:form.group' },
        ],
        depends: { key: 'group_id', filled: true },
      },
    ],
    values: () => ({ group_id: null, variables: [] }),
    contentOf: ({ group_id, variables }) =>
      typeof group_id === 'number' ? { group_id, variables: variables ?? [] } : undefined,
  },
}

const secondsOf = ({ seconds }: CampaignDetails['plan']) => (seconds === null ? {} : { seconds })

const controls = { hours_zone: ZoneControl, file_id: BackupControl, variables: GroupValues }

/** Errors of values are reported under their names, which no declared field has. */
function errorsOf(error: unknown): FormErrors | null {
  if (!(error instanceof ApiError)) return null
  const ofValues = error.errors.filter(({ source }) => source?.startsWith('variables.'))
  if (ofValues.length === 0) return null
  return { byField: Object.fromEntries(ofValues.map(({ source, message }) => [source ?? '', message])), general: [] }
}

/** Edits a draft with settings, a backup or tasks; its selection of devices does not change. */
export function EditChangeWindow({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation('campaigns')
  const { id, plan, selection, file_name } = campaign
  const kind = campaign.kind as Rollout['kind']
  const { fields, values, contentOf } = bringing[kind]
  const form = useMemo(() => {
    const [name, ...rest] = planFields(editChangeCampaignForm.fields, kind)
    return { ...editChangeCampaignForm, fields: [name, ...fields, ...rest] } as unknown as typeof editChangeCampaignForm
  }, [fields, kind])
  const own = fields.map(({ key }) => key)
  return (
    <FormWindow
      form={form}
      controls={controls}
      values={{
        ...valuesOfPlan(campaign),
        ...values(campaign),
        undone_first: plan.undone_first,
        undone_all: plan.undone_all,
      }}
      intro={
        <>
          <Selected rows={rowsOfDraft(selection)} />
          {kind === 'restore' ? null : <p className={classes.selected}>{t('form.brings', { name: file_name })}</p>}
        </>
      }
      validate={checkWaves}
      errorsOf={errorsOf}
      send={(body) => {
        const planned = Object.fromEntries(Object.entries(body).filter(([key]) => !own.includes(key)))
        const content = contentOf(body, campaign)
        return call(updateChangeCampaign, {
          params: { id },
          body: { ...planned, ...(content && { content }) } as never,
        })
      }}
      done={t('form.saved')}
      reload={[['campaigns']]}
    />
  )
}
