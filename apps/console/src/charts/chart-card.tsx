import './texts.ts'
import { IconChartLine, IconDownload, IconTable } from '@tabler/icons-react'
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../api/error.ts'
import { formatDate } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { lazy } from '../ui/lazy.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { ErrorState, Skeleton, useDelayed } from '../ui/state.tsx'
import { toast } from '../ui/toast.ts'
import classes from './chart-card.module.css'
import { ChartTable } from './chart-table.tsx'
import { saveImage } from './image.ts'
import type { DrawnChart } from './line-chart.tsx'
import type { ChartData, ChartStyle } from './options.ts'

const LineChart = lazy(() => import('./line-chart.tsx').then((file) => ({ default: file.LineChart })))

interface Props {
  title: string
  /** Undefined while the first response is loading. */
  data: ChartData | undefined
  style: ChartStyle
  error: Error | null
  onRetry: () => void
  onZoom?: (one: number, other: number) => void
  onZoomOut?: () => void
  onPan?: (seconds: number) => void
  onCsv?: () => Promise<void>
  note?: ReactNode
}

/** A titled chart with its legend, and the same values as a table. */
export function ChartCard({ title, data, style, error, onRetry, onZoom, onZoomOut, onPan, onCsv, note }: Props) {
  const { t } = useTranslation('ui')
  const [table, setTable] = useState(false)
  const drawn = useRef<DrawnChart>(null)
  const whole = useMemo(() => ({ time: dateAndTime, ...style }), [style])
  const empty = data?.series.every((one) => one.values.every((value) => value === null)) ?? false
  return (
    <section className={classes.card} aria-label={title}>
      <header className={classes.head}>
        <h2>{title}</h2>
        <ul className={classes.legend}>
          {data?.series.map((one) => (
            <li key={one.name}>
              <span style={{ background: `var(--chart-${one.colour})` }} />
              {one.name}
              <strong>{latest(one.values, style)}</strong>
            </li>
          ))}
        </ul>
        {data && !empty ? (
          <Menu
            width={200}
            trigger={
              <IconButton size="small" label={t('chart.download')}>
                <IconDownload size={17} stroke={1.6} />
              </IconButton>
            }
          >
            {table ? null : (
              <MenuItem onClick={() => drawn.current && saveImage(drawn.current.image(), title)}>
                {t('chart.png')}
              </MenuItem>
            )}
            {onCsv ? (
              <MenuItem onClick={() => void onCsv().catch((problem) => toast(messageOf(problem), 'error'))}>
                {t('chart.csv')}
              </MenuItem>
            ) : null}
          </Menu>
        ) : null}
        <IconButton size="small" label={t(table ? 'chart.asChart' : 'chart.asTable')} onClick={() => setTable(!table)}>
          {table ? <IconChartLine size={17} stroke={1.6} /> : <IconTable size={17} stroke={1.6} />}
        </IconButton>
      </header>
      {error && !data ? (
        <ErrorState
          title={title}
          message={messageOf(error)}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={onRetry}
        />
      ) : !data ? (
        <Waiting />
      ) : empty ? (
        <p className={classes.empty}>{t('chart.noData')}</p>
      ) : table ? (
        <ChartTable data={data} style={whole} title={title} />
      ) : (
        <Suspense fallback={<Waiting />}>
          <LineChart
            ref={drawn}
            data={data}
            style={whole}
            label={title}
            onZoom={onZoom}
            onZoomOut={onZoomOut}
            onPan={onPan}
          />
        </Suspense>
      )}
      {note}
    </section>
  )
}

const dateAndTime = (seconds: number) => formatDate(new Date(seconds * 1000))

function latest(values: readonly (number | null)[], style: ChartStyle): string {
  const value = values.findLast((one) => one !== null)
  return value == null ? '' : style.format(value)
}

function Waiting() {
  const delayed = useDelayed()
  return <div className={classes.waiting}>{delayed ? <Skeleton width="100%" height={150} /> : null}</div>
}
