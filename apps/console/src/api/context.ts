import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Search } from './search.ts'

/** The company that lists, counts and the search are limited to, with or without its subsidiaries. */
export interface CompanyContext {
  id: number
  alone: boolean
}

/** Parameters of the context in the address and in the API. */
const parameters = ['within', 'only'] as const

/** The part of an address that limits lists to a company; empty if all companies are shown. */
export function contextQuery(search: Search): Search {
  const name = parameters.find((one) => /^[1-9]\d{0,14}$/.test(search[one] ?? ''))
  return name ? { [name]: search[name] as string } : {}
}

export function readContext(search: Search): CompanyContext | null {
  const { within, only } = contextQuery(search)
  const id = within ?? only
  return id === undefined ? null : { id: Number(id), alone: within === undefined }
}

/** The parameters of an address with that context, or without any. */
export function withContext(search: Search, context: CompanyContext | null): Record<string, string | undefined> {
  const id = context ? String(context.id) : undefined
  return { ...search, within: context?.alone ? undefined : id, only: context?.alone ? id : undefined }
}

interface Middleware {
  search: Search
  next: (search: Search) => Search
}

/** Links keep the context unless they contain one. */
export function keepContext({ search, next }: Middleware): Search {
  const result = next(search)
  return parameters.some((name) => name in result) ? result : { ...result, ...contextQuery(search) }
}

/** The part of queries that limits them to the context. */
export function useContextQuery(): Search {
  const { within, only } = contextQuery(useSearch({ strict: false }) as Search)
  return useMemo(() => contextQuery({ within: within ?? '', only: only ?? '' }), [within, only])
}
