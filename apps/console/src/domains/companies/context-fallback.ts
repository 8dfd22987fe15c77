import './texts.ts'
import type { CompanyDetails } from '@longreach/contract/companies/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { readStored, writeStored } from '../../api/browser-storage.ts'
import { type CompanyContext, withContext } from '../../api/context.ts'
import { isMissing } from '../../api/error.ts'
import type { Search } from '../../api/search.ts'
import { textOf } from '../../i18n/i18n.ts'
import { toast } from '../../ui/toast.ts'
import { companyQuery } from './company-queries.ts'

interface Known {
  id: number
  name: string
  /** Ids of its ancestors, the nearest first. */
  above: readonly number[]
}

interface Shown {
  context: CompanyContext
  company: CompanyDetails | undefined
  error: Error | null
  lists: boolean
}

/** Survives a reload, but not the tab. */
const key = 'context'

/**
 * Replaces a context that was deleted, or that the user lost access to, by the nearest ancestor that is still visible,
 * or by all companies; notifies the user once.
 */
export function ContextFallback({ context, company, error, lists }: Shown): null {
  const client = useQueryClient()
  const navigate = useNavigate()
  const lost = !lists || isMissing(error)
  const done = useRef<number>(undefined)

  useEffect(() => {
    if (!company || lost) return
    const above = company.ancestors.map(({ id }) => id).reverse()
    writeStored('session', key, { id: company.id, name: company.name, above } satisfies Known)
  }, [company, lost])

  useEffect(() => {
    if (!lost) done.current = undefined
    if (!lost || done.current === context.id) return
    done.current = context.id
    const known = readStored<Known | null>('session', key, null)
    const replace = async () => {
      const { above, name } = known?.id === context.id ? known : { above: [], name: null }
      for (const id of lists ? above : []) {
        const parent = await client.fetchQuery(companyQuery(id)).catch(() => null)
        if (parent) return { to: { id, alone: false }, name, parent: parent.name }
      }
      return { to: null, name, parent: textOf('companies:context.all') }
    }
    void replace().then(({ to, name, parent }) => {
      void navigate({ to: '.', search: ((now: Search) => withContext(now, to)) as never, replace: true })
      const said = name === null ? 'companies:switcher.unavailable' : 'companies:switcher.lost'
      toast(textOf(said, { name, parent }), 'plain', 'context')
    })
  }, [lost, context.id, lists, client, navigate])
  return null
}
