import '../texts.ts'
import './texts.ts'
import { findParameter } from '@longreach/contract/link/parameters'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Search } from '../../../api/search.ts'
import { deviceQuery } from '../public/device-query.ts'
import { HistoryChart } from './chart.tsx'
import { HistoryMoment } from './moment.tsx'
import classes from './tab.module.css'

/** `/devices/{id}/monitoring-parameters-history`: all values at one moment, and one value over time. */
export function HistoryTab() {
  const id = Number(useParams({ strict: false }).id)
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const { data: device } = useQuery(deviceQuery(id))
  const joined = device ? Object.keys(device.parameters).filter(findParameter).join() : ''
  // Only the set of names matters: values change with every report.
  const parameters = useMemo(() => (joined === '' ? [] : joined.split(',')), [joined])
  if (!device) return null
  const go = (next: Search) =>
    void navigate({
      to: '/devices/$id/monitoring-parameters-history',
      params: { id: String(id) },
      search: Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')) as never,
      replace: true,
    })
  return (
    <div className={classes.tab}>
      {parameters.length > 0 ? (
        <HistoryChart device={device} parameters={parameters} search={search} onSearch={go} />
      ) : null}
      <HistoryMoment id={id} time={search.at ?? ''} onTime={(at) => go({ ...search, at })} />
    </div>
  )
}
