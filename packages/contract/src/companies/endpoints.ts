import * as z from 'zod/mini'
import { empty, endpoint } from '../endpoint.ts'
import { exportOf } from '../export.ts'
import { companyContext, countBetween, createdBetween, searchIn, withNot, wordListText } from '../filter.ts'
import { text } from '../i18n.ts'
import { companyIdText, id, idListText, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import {
  companyChangeSchema,
  companyDetailsSchema,
  companyFlagsSchema,
  companyMoveSchema,
  companySchema,
  newCompanySchema,
  treeCompanySchema,
} from './schemas.ts'

export const listCompanies = endpoint({
  name: 'companies.list',
  method: 'GET',
  path: '/companies',
  summary: 'List companies',
  permission: 'view_companies',
  // The last two are the names of RMS, with its spelling.
  query: listQuery(['name', 'created_at', 'parent_id', 'device_count', 'company_name', 'crated_at'], {
    id: z.optional(idListText('company')),
    ...searchIn(['name']),
    ...withNot({
      parent_id: z.optional(idText('company')),
      /** E.g. `1,2` for companies that may have subsidiaries. */
      level: z.optional(wordListText(['1', '2', '3'])),
    }),
    ...countBetween('device_count'),
    ...createdBetween,
    ...companyContext,
  }),
  response: z.array(z.partial(companySchema)),
  meta: listMeta,
})

export const exportCompanies = exportOf(listCompanies, {
  name: 'companies.export',
  summary: 'Download the companies of a list as CSV',
  file: 'companies',
  columns: [
    'id',
    'name',
    'level',
    'parent_id',
    'parent_name',
    'devices_count',
    'users_count',
    'subsidiaries_count',
    'created_at',
  ],
})

export const getCompany = endpoint({
  name: 'companies.get',
  method: 'GET',
  path: '/companies/{id}',
  summary: 'Get one company',
  permission: 'view_companies',
  params: z.object({ id: idText('company') }),
  response: companyDetailsSchema,
})

/**
 * Children of one company, or the top of the caller's tree without `parent_id`; with `q` the companies with that name
 * and their ancestors, where `meta.total` only counts the matches.
 */
export const listCompanyTree = endpoint({
  name: 'companies.tree',
  method: 'GET',
  path: '/companies/tree',
  summary: 'List the children of a company in the tree, or matches with their ancestors',
  permission: 'view_companies',
  query: listQuery(['name'], { parent_id: z.optional(idText('company')) }),
  response: z.array(z.partial(treeCompanySchema)),
  meta: listMeta,
})

export const createCompany = endpoint({
  name: 'companies.create',
  method: 'POST',
  path: '/companies',
  summary: 'Create a company; parent 0 is for system administrators',
  permission: 'create_companies',
  body: newCompanySchema,
  response: z.object({ id: id('company') }),
  status: 201,
})

export const updateCompany = endpoint({
  name: 'companies.update',
  method: 'PUT',
  path: '/companies/{id}',
  summary: 'Rename a company',
  permission: 'update_companies',
  undoable: true,
  params: z.object({ id: idText('company') }),
  body: companyChangeSchema,
  response: empty,
})

/** 409 with one error for each blocker, named by `source`. */
export const deleteCompany = endpoint({
  name: 'companies.delete',
  method: 'DELETE',
  path: '/companies/{id}',
  summary: 'Delete an empty company',
  permission: 'delete_companies',
  params: z.object({ id: idText('company') }),
  response: empty,
})

/** Target 0 moves the company to the first level, for system administrators. */
export const moveCompany = endpoint({
  name: 'companies.move',
  method: 'POST',
  path: '/companies/move',
  summary: 'Move a company and its subtree under another one',
  permission: 'move_companies',
  undoable: true,
  body: companyMoveSchema,
  response: empty,
})

/**
 * Tags and monitoring templates of companies above it that devices would lose, and the number of those devices; target
 * 0 is the first level.
 */
export const getMoveLosses = endpoint({
  name: 'companies.move_losses',
  method: 'GET',
  path: '/companies/{id}/move_losses/{target}',
  summary: 'Count what a company and its subtree lose if it is moved under another one',
  permission: 'move_companies',
  params: z.object({ id: idText('company'), target: companyIdText() }),
  response: z.object({ tags: z.int(), devices: z.int(), templates: z.int(), template_devices: z.int() }),
})

/** Omitted flags stay as they are. */
export const updateCompanyFlags = endpoint({
  name: 'companies.set_flags',
  method: 'PUT',
  path: '/companies/{id}/flags',
  summary: 'Set the flags of a company',
  permission: 'update_company_flags',
  params: z.object({ id: idText('company') }),
  body: z
    .partial(companyFlagsSchema)
    .check(z.refine((flags) => Object.keys(flags).length > 0, { error: text('forms.no_change') })),
  response: companyFlagsSchema,
})
