import './texts.ts'
import type { AuditLine } from '@longreach/contract/audit/endpoints'
import { IconListSearch } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Search } from '../../api/search.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { formatCount } from '../../ui/format.ts'
import { auditTable } from './audit-list.tsx'
import { OpenLines } from './changes.tsx'
import { dayOf } from './day.ts'
import { LineDetail } from './line-detail.tsx'

/** `/system/audit-logs`: every change as a sentence, by day, with the values before and after. */
export function AuditPage() {
  const { t } = useTranslation('audit')
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [hidden, setHidden] = useState(0)
  const toggle = useCallback(({ id }: AuditLine) => {
    setOpen((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  }, [])
  const lines = useMemo(() => ({ open, toggle }), [open, toggle])
  const outline = {
    headingOf(line: AuditLine) {
      const { name, date } = dayOf(line.created_at, new Date())
      return t(`days.${name}`, { date })
    },
    detailOf: (line: AuditLine) => (open.has(line.id) ? <LineDetail line={line} /> : null),
  }
  const onMeta = useCallback((meta: { hidden?: number }) => setHidden(meta.hidden ?? 0), [])
  return (
    <OpenLines.Provider value={lines}>
      <TablePage
        table={auditTable}
        title={t('title')}
        searchLabel={t('search')}
        onOpen={toggle}
        onMeta={onMeta}
        outline={outline}
        footnote={hidden > 0 ? <Hidden count={hidden} /> : null}
        countText={(count, formatted) => t('total', { count, formatted })}
        empty={{ icon: <IconListSearch size={22} stroke={1.6} />, title: t('none.title'), text: t('none.text') }}
        failed={t('failed')}
      />
    </OpenLines.Provider>
  )
}

/** Number of lines that are left out as routine. */
function Hidden({ count }: { count: number }) {
  const { t } = useTranslation('audit')
  const search = useSearch({ strict: false }) as Search
  const which = search.sign_ins ? 'preferences' : search.preferences ? 'sign_ins' : 'both'
  return t(`hidden.${which}`, { count, formatted: formatCount(count) })
}
