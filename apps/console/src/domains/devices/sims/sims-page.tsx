import './texts.ts'
import { IconCircleOff, IconDeviceSim, IconGauge } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useContextQuery } from '../../../api/context.ts'
import { useCan } from '../../../api/session.ts'
import { BulkAction } from '../../../tables/bulk-bar.tsx'
import { type BulkProps, TablePage } from '../../../tables/table-page.tsx'
import { openSetLimit } from './open-set-limit.tsx'
import { simTotalsQuery } from './queries.ts'
import { removeLimits } from './remove-limits.ts'
import { SimTiles } from './sim-tiles.tsx'
import { simTable } from './sims-list.tsx'

/** `/management/sims`: the SIMs of all devices and what they use of their limits; a row opens its device. */
export function SimsPage() {
  const { t } = useTranslation('sims')
  const navigate = useNavigate()
  const client = useQueryClient()
  const mayEdit = useCan('update_devices')
  const { data: totals } = useQuery(simTotalsQuery(useContextQuery()))
  return (
    <TablePage
      table={simTable}
      title={t('title')}
      searchLabel={t('search')}
      onOpen={({ device_id }) => {
        if (device_id !== null) void navigate({ to: '/devices/$id/data-usage', params: { id: String(device_id) } })
      }}
      onRefresh={() => void client.invalidateQueries({ queryKey: ['sims', 'totals'] })}
      countText={(count, formatted) => t('total', { count, formatted })}
      above={(state, change) => <SimTiles state={state} onChange={change} totals={totals} />}
      bulk={mayEdit ? (bulk) => <Bulk {...bulk} /> : null}
      empty={{
        icon: <IconDeviceSim size={22} stroke={1.6} />,
        title: t('none.title'),
        text: t('none.text'),
      }}
      footnote={t('checked')}
      failed={t('failed')}
    />
  )
}

function Bulk({ selected, clear }: BulkProps) {
  const { t } = useTranslation('sims')
  const client = useQueryClient()
  return (
    <>
      <BulkAction icon={<IconGauge size={17} stroke={1.6} />} onClick={() => openSetLimit(selected, { done: clear })}>
        {t('limit.action')}
      </BulkAction>
      <BulkAction
        icon={<IconCircleOff size={17} stroke={1.6} />}
        onClick={() => void removeLimits(selected, client).then((done) => done && clear())}
      >
        {t('remove.action')}
      </BulkAction>
    </>
  )
}
