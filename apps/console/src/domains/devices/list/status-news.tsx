import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { live } from '../../../api/live.ts'
import { statusOf } from '../public/status.ts'
import type { DeviceRow } from '../queries.ts'
import { liveStates } from './live-states.ts'

/** Milliseconds by which counts follow the rows, so that a burst of events costs one request. */
const countsAfter = 1500

/** Announces a live change of status once to screen readers, and refreshes the counts and the list. */
export function StatusNews({ rowOf }: { rowOf: (id: number) => DeviceRow | undefined }) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const [news, setNews] = useState('')
  const row = useRef(rowOf)
  row.current = rowOf

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = (keys: readonly string[]) => {
      timer ??= setTimeout(() => {
        timer = undefined
        for (const key of keys) void client.invalidateQueries({ queryKey: ['devices', key] })
      }, countsAfter)
    }
    const ends = [
      liveStates.onStatus((published) => {
        const changed = published.filter((state) => state.changes > 0 || row.current(state.id)?.status !== state.status)
        const [first] = changed
        if (first === undefined) return
        refresh(['statistics'])
        const name = changed.length === 1 ? row.current(first.id)?.name : undefined
        setNews(
          name === undefined
            ? t('news.many', { count: changed.length })
            : t('news.one', { name, status: t(`status.${statusOf(first.status)}`) }),
        )
      }),
      live.on('DeviceCreated', () => refresh(['statistics', 'list'])),
      live.on('DeviceRemoved', () => refresh(['statistics', 'list'])),
    ]
    return () => {
      clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [client, t])

  return (
    <div className="visually-hidden" aria-live="polite">
      {news}
    </div>
  )
}
