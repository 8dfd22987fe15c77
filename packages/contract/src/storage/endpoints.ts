import * as z from 'zod/mini'
import { empty, endpoint } from '../endpoint.ts'
import { text } from '../i18n.ts'
import { listMeta, listQuery } from '../page.ts'

export const storageLimits = { items: 500, keyLength: 100, valueBytes: 65536 } as const

const key = z.string().check(z.minLength(1), z.maxLength(storageLimits.keyLength), z.regex(/^[A-Za-z0-9_.:-]+$/))
/** Any JSON value; it is already parsed, so it only has to be present. */
const value = z.any().check(z.refine((given) => given !== undefined, { error: text('forms.required') }))

/** A stored item: a value that the console keeps for one user. */
export const storedItemSchema = z.object({ key: z.string(), value: z.any() })

export const listStorage = endpoint({
  name: 'storage.list',
  method: 'GET',
  path: '/storage',
  summary: "List the signed-in user's stored items",
  permission: 'signed-in',
  browserOnly: true,
  query: listQuery(['key'], {}),
  response: z.object({ data: z.array(storedItemSchema) }),
  meta: listMeta,
})

export const createStoredItem = endpoint({
  name: 'storage.create',
  method: 'POST',
  path: '/storage',
  summary: 'Store a new item',
  permission: 'signed-in',
  browserOnly: true,
  status: 201,
  body: z.object({ key, value }),
  response: empty,
})

export const updateStoredItem = endpoint({
  name: 'storage.update',
  method: 'PUT',
  path: '/storage/{key}',
  summary: 'Change a stored item',
  permission: 'signed-in',
  browserOnly: true,
  params: z.object({ key }),
  body: z.object({ value }),
  response: empty,
})

export const deleteStoredItem = endpoint({
  name: 'storage.delete',
  method: 'DELETE',
  path: '/storage/{key}',
  summary: 'Remove a stored item',
  permission: 'signed-in',
  browserOnly: true,
  params: z.object({ key }),
  response: empty,
})
