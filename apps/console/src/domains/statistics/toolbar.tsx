import type { Endpoint } from '@longreach/contract/endpoint'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { queryText } from '../../api/address.ts'
import type { Search } from '../../api/search.ts'
import { RangePicker } from '../../charts/range-picker.tsx'
import { separatorQuery } from '../../tables/csv-separator.ts'
import { saveFile } from '../../tables/download.ts'
import { SeparatorMenu } from '../../tables/separator-menu.tsx'
import { Button } from '../../ui/button.tsx'
import classes from './statistics.module.css'
import { timesOf, type usePeriod } from './use-period.ts'

interface Props {
  period: ReturnType<typeof usePeriod>
  download: Endpoint
  /** Limits of the figures besides the period. */
  query: Search
  children?: ReactNode
}

/** Selects the period of a page, and downloads its figures. */
export function Toolbar({ period, download, query, children }: Props) {
  const { t } = useTranslation('statistics')
  return (
    <div className={classes.toolbar}>
      <RangePicker range={period.range} onChange={period.setRange} />
      <div className={classes.right}>
        {children}
        <Button
          size="small"
          icon={<IconDownload size={16} stroke={1.6} />}
          onClick={() =>
            saveFile(
              download.path + queryText({ ...timesOf(period.range), ...query, ...separatorQuery() }),
              `${download.csv?.file}.csv`,
            )
          }
        >
          {t('download')}
        </Button>
        <SeparatorMenu />
      </div>
    </div>
  )
}
