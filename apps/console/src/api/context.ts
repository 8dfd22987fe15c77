import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Search } from './search.ts'

/** The company that lists, counts and the search are limited to; alone, or with its subsidiaries. */
export interface CompanyContext {
  id: number
  alone: boolean
}

/** Its parameters, of the address and of the API. */
const parameters = ['within', 'only'] as const

/** What of an address limits lists to a company; nothing where all companies are shown. */
export function contextQuery(search: Search): Search {
  const name = parameters.find((one) => /^[1-9]\d{0,14}$/.test(search[one] ?? ''))
  return name ? { [name]: search[name] as string } : {}
}

export function readContext(search: Search): CompanyContext | null {
  const { within, only } = contextQuery(search)
  const id = within ?? only
  return id === undefined ? null : { id: Number(id), alone: within === undefined }
}

/** An address with that context, or without one. */
export function withContext(search: Search, context: CompanyContext | null): Record<string, string | undefined> {
  const id = context ? String(context.id) : undefined
  return { ...search, within: context?.alone ? undefined : id, only: context?.alone ? id : undefined }
}

interface Middleware {
  search: Search
  next: (search: Search) => Search
}

/** Links keep the context unless they name one. */
export function keepContext({ search, next }: Middleware): Search {
  const result = next(search)
  return parameters.some((name) => name in result) ? result : { ...result, ...contextQuery(search) }
}

/** The part of queries that limits them to the context. */
export function useContextQuery(): Search {
  const { within, only } = contextQuery(useSearch({ strict: false }) as Search)
  return useMemo(() => contextQuery({ within: within ?? '', only: only ?? '' }), [within, only])
}
