import './texts.ts'
import { type UsagePeriod, usagePeriods } from '@longreach/contract/monitoring/usage-constants'
import { IconChartBar, IconChevronLeft, IconChevronRight, IconDeviceSim } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../../api/error.ts'
import type { Search } from '../../../api/search.ts'
import { useCan } from '../../../api/session.ts'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { byteStep } from '../../../charts/ticks.ts'
import { formatBytes } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState, ErrorState, Skeleton, useDelayed } from '../../../ui/state.tsx'
import { SimCard } from '../page/sim-card.tsx'
import { deviceQuery } from '../public/device-query.ts'
import { openEditSim } from './open-edit-sim.tsx'
import { OwnTraffic } from './own.tsx'
import { pageOf } from './range.ts'
import classes from './tab.module.css'
import { downloadUsage, simsOptions, today, type UsageView, usageChart, usageOptions } from './usage.ts'

const mostBack = 60

function readView(search: Search): UsageView {
  const back = Number(search.back)
  return {
    period: usagePeriods.find((one) => one === search.period) ?? 'day',
    back: Number.isInteger(back) && back > 0 ? Math.min(back, mostBack) : 0,
  }
}

/** `/devices/{id}/data-usage`: data usage of the SIMs of a device, and the part that the server caused. */
export function UsageTab() {
  const { t } = useTranslation('usage')
  const id = Number(useParams({ strict: false }).id)
  const view = readView(useSearch({ strict: false }) as Search)
  const navigate = useNavigate()
  const mayEdit = useCan('update_devices')
  const { data: device } = useQuery(deviceQuery(id))
  const sims = useQuery(simsOptions(id))
  if (sims.error && !sims.data) {
    return <ErrorState title={t('failed')} {...failureOf(sims.error)} onRetry={() => void sims.refetch()} />
  }
  if (!device || !sims.data) return <Waiting />
  const go = ({ period, back }: UsageView) =>
    void navigate({
      to: '/devices/$id/data-usage',
      params: { id: String(id) },
      search: { period, ...(back > 0 ? { back: String(back) } : {}) } as never,
      replace: true,
    })
  return (
    <div className={classes.tab}>
      {sims.data.length === 0 ? (
        <EmptyState icon={<IconDeviceSim size={22} stroke={1.6} />} title={t('never')} text={t('neverText')} />
      ) : (
        <>
          <div className={classes.sims}>
            {sims.data.map((sim) => (
              <SimCard
                key={`${sim.modem} ${sim.sim_id}`}
                sim={sim}
                onEdit={mayEdit ? () => openEditSim(device, sim) : null}
              />
            ))}
          </div>
          <Used id={id} view={view} onView={go} />
        </>
      )}
      <OwnTraffic id={id} view={view} />
    </div>
  )
}

function Used({ id, view, onView }: { id: number; view: UsageView; onView: (view: UsageView) => void }) {
  const { t } = useTranslation('usage')
  const { data, error, refetch, isPlaceholderData } = useQuery(usageOptions(id, view))
  const { period, back } = view
  const chart = useMemo(
    () => (data && !isPlaceholderData ? usageChart(data, { period, back }) : undefined),
    [data, isPlaceholderData, period, back],
  )
  const { from, last } = pageOf(period, back, today())
  return (
    <>
      <div className={classes.tools}>
        <Segmented<UsagePeriod>
          label={t('period.label')}
          value={view.period}
          options={usagePeriods.map((value) => ({ value, label: t(`period.${value}`) }))}
          onChange={(period) => onView({ period, back: 0 })}
        />
        <div className={classes.pages}>
          <IconButton size="small" label={t('earlier')} onClick={() => onView({ ...view, back: view.back + 1 })}>
            <IconChevronLeft size={17} stroke={1.8} />
          </IconButton>
          {from} – {last}
          <IconButton
            size="small"
            label={t('later')}
            disabled={view.back === 0}
            onClick={() => onView({ ...view, back: view.back - 1 })}
          >
            <IconChevronRight size={17} stroke={1.8} />
          </IconButton>
        </div>
      </div>
      {data?.length === 0 && !isPlaceholderData ? (
        <EmptyState icon={<IconChartBar size={22} stroke={1.6} />} title={t('none')} text={t('noneText')} />
      ) : (
        <ChartCard
          title={t('chart')}
          data={chart}
          style={bars}
          error={error}
          onRetry={() => void refetch()}
          onCsv={() => downloadUsage(id, view)}
        />
      )}
    </>
  )
}

const bars = {
  bars: true,
  format: formatBytes,
  step: byteStep,
  time: (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10),
}

function Waiting() {
  const delayed = useDelayed()
  return <div className={classes.tab}>{delayed ? <Skeleton width="100%" height={220} /> : null}</div>
}
