import { usePageTitle } from '../../ui/page-title.ts'
import '../../tables/texts.ts'
import './texts.ts'
import { IconBuilding, IconSearchOff } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../api/error.ts'
import type { Search } from '../../api/search.ts'
import { Place } from '../../registry/place.tsx'
import lists from '../../tables/list-page.module.css'
import { SearchBox } from '../../tables/search-box.tsx'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { CompanyViews } from './company-views.tsx'
import { NewCompanyButton } from './public/new-company-button.tsx'
import classes from './tree.module.css'
import { Tree } from './tree.tsx'
import { childrenQuery, treeSearchQuery } from './tree-queries.ts'

/** `/companies/tree`: the companies in reach as a tree. */
export function TreePage() {
  const { t } = useTranslation('companies')
  usePageTitle(t('title'))
  const q = ((useSearch({ strict: false }) as Search).q ?? '').slice(0, 100)
  const navigate = useNavigate()
  const search = (text: string) =>
    void navigate({ to: '/companies/tree', search: text === '' ? {} : { q: text }, replace: true })
  return (
    <div className={lists.page}>
      <div className={lists.head}>
        <h1>{t('title')}</h1>
        <div className={lists.actions}>
          <Place at="companies.actions" />
          <NewCompanyButton />
        </div>
      </div>
      <section className={lists.card} aria-label={t('tree.title')}>
        <div className={`${lists.tools} ${lists.wrapping}`}>
          <SearchBox label={t('search')} value={q} onChange={search} />
          <CompanyViews shown="tree" />
        </div>
        <div className={classes.scroll}>{q === '' ? <Whole /> : <Matches q={q} onClear={() => search('')} />}</div>
      </section>
    </div>
  )
}

function Whole() {
  const { t } = useTranslation('companies')
  const { data, error, refetch } = useInfiniteQuery(childrenQuery(null))
  if (error && !data) return <ErrorState title={t('failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  const roots = data?.pages[0]?.nodes ?? []
  if (data && roots.length === 0) {
    return (
      <EmptyState
        icon={<IconBuilding size={22} stroke={1.6} />}
        title={t('none.title')}
        text={t('tree.none')}
        action={<NewCompanyButton />}
      />
    )
  }
  // A tree with a single root would otherwise show only that root.
  return <Tree found={null} opened={roots.length === 1 ? roots.map(({ id }) => id) : []} />
}

function Matches({ q, onClear }: { q: string; onClear: () => void }) {
  const { t } = useTranslation(['companies', 'ui'])
  const { data, error, refetch } = useQuery(treeSearchQuery(q))
  if (error && !data) return <ErrorState title={t('failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  if (!data) return null
  if (data.nodes.length === 0) {
    return (
      <EmptyState
        icon={<IconSearchOff size={22} stroke={1.6} />}
        title={t('ui:table.noMatch')}
        text={t('tree.noMatch')}
        action={<Button onClick={onClear}>{t('ui:table.clearSearch')}</Button>}
      />
    )
  }
  const shown = data.nodes.filter(({ matched }) => matched).length
  return (
    <>
      {shown < data.total ? (
        <p className={classes.cut} role="status">
          {t('tree.cut', { shown: formatCount(shown), total: formatCount(data.total) })}
        </p>
      ) : null}
      <Tree key={q} found={data.nodes} opened={[]} />
    </>
  )
}
