import './texts.ts'
import { campaignLimits, defaultWaves, undoneKinds } from '@longreach/contract/campaigns/constants'
import { createChangeCampaign } from '@longreach/contract/campaigns/endpoints'
import { newChangeCampaignForm } from '@longreach/contract/campaigns/forms'
import type { Field } from '@longreach/contract/forms/fields'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { checkWaves, night, Selected, zoneOf } from './campaign-windows.tsx'
import type { Rollout } from './rows.ts'
import { ZoneControl } from './zone-control.tsx'

const controls = { hours_zone: ZoneControl }

/** Creates a campaign with settings, a backup or tasks, then opens its page. */
export function NewChangeWindow({ rollout, onDone }: { rollout: Rollout; onDone: () => void }) {
  const { t } = useTranslation('campaigns')
  const navigate = useNavigate()
  const { kind, content, name, rows } = rollout
  const { first, all } = campaignLimits.undone
  const form = useMemo(() => formOf(kind), [kind])
  return (
    <FormWindow
      form={form}
      controls={controls}
      values={{
        name: name.slice(0, campaignLimits.name),
        waves: defaultWaves,
        undone_first: first,
        undone_all: all,
        soak: campaignLimits.soak.default,
        check_wan: true,
        check_reports: true,
        ...night,
        hours_zone: zoneOf(),
        start: 'now',
      }}
      intro={<Selected rows={rows} />}
      validate={checkWaves}
      send={(body) => call(createChangeCampaign, { body: { ...body, kind, content, ...rows } as never })}
      done={t('form.created')}
      onDone={({ data }) => {
        onDone()
        void navigate({ to: '/management/campaigns/$id', params: { id: String(data.id) } })
      }}
      reload={[['campaigns']]}
    />
  )
}

/** The fields of a form for a kind: some kinds cannot be taken back. */
export const planFields = <F extends Field>(fields: readonly F[], kind: Rollout['kind']): F[] =>
  fields.filter(({ key }) => undoneKinds.includes(kind) || !key.startsWith('undone_'))

const formOf = (kind: Rollout['kind']) =>
  ({
    ...newChangeCampaignForm,
    fields: planFields<Field>(newChangeCampaignForm.fields, kind),
  }) as unknown as typeof newChangeCampaignForm
