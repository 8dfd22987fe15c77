import { type CampaignCheck, checksOf, undoneKinds } from '@longreach/contract/campaigns/constants'
import type { CampaignDetails, Wave } from '@longreach/contract/campaigns/schemas'
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatCount, formatDuration } from '../../ui/format.ts'
import classes from './campaign-plan.module.css'
import { rowsOfDraft } from './rows.ts'
import { SelectedDevices } from './selected-devices.tsx'

/** The health gate with the checks that failed, and the plan. */
export function CampaignPlan({ campaign }: { campaign: CampaignDetails }) {
  return (
    <div className={classes.side}>
      <Gate campaign={campaign} />
      <Plan campaign={campaign} />
    </div>
  )
}

function Gate({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation('campaigns')
  const { kind, plan, failed_checks, counts } = campaign
  const observed = plan.soak > 0
  const applies = (check: CampaignCheck) =>
    check === 'wan'
      ? plan.check_wan
      : check === 'reports'
        ? plan.check_reports && observed
        : check === 'command'
          ? plan.check_command !== null
          : true
  return (
    <section className={classes.card} aria-label={t('gate.title')}>
      <h2>{t('gate.title')}</h2>
      <ul className={classes.checks}>
        {checksOf[kind].filter(applies).map((check) => {
          const count = failed_checks[check] ?? 0
          const Icon = count > 0 ? IconCircleX : counts.done > 0 ? IconCircleCheck : IconCircleDashed
          return (
            <li key={check} data-failed={count > 0 || undefined} data-passed={counts.done > 0 || undefined}>
              <Icon size={16} stroke={1.7} aria-hidden="true" />
              <span>{t(`gate.${check}`)}</span>
              {count > 0 ? <strong>{t('gate.failed', { count, formatted: formatCount(count) })}</strong> : null}
            </li>
          )
        })}
      </ul>
      <p className={classes.note}>
        {observed ? t('gate.soak', { time: formatDuration(plan.soak) }) : t('gate.noSoak')}
      </p>
    </section>
  )
}

function Plan({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation('campaigns')
  const { kind, plan, file_name, version, bytes_sent, total } = campaign
  const firmware = kind === 'update_firmware'
  const { hours } = plan
  const sizeOf = ({ of, size = 0 }: Wave) =>
    of === 'rest'
      ? t('plan.rest')
      : t(of === 'percent' ? 'plan.percent' : 'plan.number', { formatted: formatCount(size) })
  const included = (yes: boolean) => t(yes ? 'plan.included' : 'plan.leftOut')
  const days =
    hours === null
      ? ''
      : hours.days.length === 7
        ? t('plan.everyDay')
        : [...hours.days]
            .sort()
            .map((day) => t(`days.${day as 1}`).slice(0, 3))
            .join(' ')
  return (
    <section className={classes.card} aria-label={t('plan.title')}>
      <h2>{t('plan.title')}</h2>
      <dl className={classes.facts}>
        {campaign.state === 'draft' ? (
          <Fact name={t('plan.devices')}>
            <SelectedDevices rows={rowsOfDraft(campaign.selection)} />
          </Fact>
        ) : null}
        <Fact name={t('plan.waves')}>{plan.waves.map(sizeOf).join(', ')}</Fact>
        <Fact name={t(`plan.brings.${kind}`)}>{file_name}</Fact>
        {version === null ? null : <Fact name={t('plan.version')}>{version}</Fact>}
        {firmware ? <Fact name={t('plan.size')}>{t('plan.each', { size: formatBytes(plan.size) })}</Fact> : null}
        {campaign.state === 'draft' ? null : (
          <Fact name={t('plan.sent')}>
            {firmware ? `${formatBytes(bytes_sent)} / ${formatBytes(plan.size * total)}` : formatBytes(bytes_sent)}
          </Fact>
        )}
        {firmware ? (
          <>
            <Fact name={t('plan.settings')}>{t(plan.keep_settings ? 'plan.kept' : 'plan.reset')}</Fact>
            <Fact name={t('plan.downgrade')}>{included(plan.downgrade)}</Fact>
          </>
        ) : null}
        {kind === 'restore' ? <Fact name={t('plan.otherFirmware')}>{included(plan.downgrade)}</Fact> : null}
        {kind === 'task_group' ? null : <Fact name={t('plan.metered')}>{included(plan.metered)}</Fact>}
        {undoneKinds.includes(kind) ? <Fact name={t('plan.undone')}>{t(undoneText(plan), undoneOf(plan))}</Fact> : null}
        {plan.check_command === null ? null : (
          <Fact name={t('form.checkCommand')}>
            <code>{plan.check_command}</code>
          </Fact>
        )}
        <Fact name={t('plan.hours')}>
          {hours === null ? t('plan.anyTime') : t('plan.hoursText', { from: hours.from, to: hours.to, days })}
        </Fact>
        {hours === null ? null : <Fact name={t('plan.zone')}>{hours.zone}</Fact>}
      </dl>
    </section>
  )
}

const undoneOf = ({ undone_first: first, undone_all: all }: CampaignDetails['plan']) => ({ first, all })

function undoneText({ undone_first: first, undone_all: all }: CampaignDetails['plan']) {
  if (first > 0 && all > 0) return 'plan.undoneBoth' as const
  if (first === 0 && all === 0) return 'plan.undoneOff' as const
  return first > 0 ? ('plan.undoneFirst' as const) : ('plan.undoneAll' as const)
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
