import * as z from 'zod/mini'
import { empty, endpoint } from '../endpoint.ts'
import { id, idListText, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { companyChangeSchema, companyMoveSchema, companySchema, newCompanySchema } from './schemas.ts'

export const listCompanies = endpoint({
  name: 'companies.list',
  method: 'GET',
  path: '/companies',
  summary: 'List companies',
  permission: 'view_companies',
  query: listQuery(['name', 'created_at', 'parent_id', 'device_count'], {
    id: z.optional(idListText('company')),
    parent_id: z.optional(idText('company')),
    /** `1,2`: those that may have subsidiaries. */
    level: z.optional(z.string().check(z.regex(/^[123](,[123])*$/))),
  }),
  response: z.array(z.partial(companySchema)),
  meta: listMeta,
})

export const getCompany = endpoint({
  name: 'companies.get',
  method: 'GET',
  path: '/companies/{id}',
  summary: 'Get one company',
  permission: 'view_companies',
  params: z.object({ id: idText('company') }),
  response: companySchema,
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
  params: z.object({ id: idText('company') }),
  body: companyChangeSchema,
  response: empty,
})

/** 409 with one error for each thing that stands in the way; its `source` names it. */
export const deleteCompany = endpoint({
  name: 'companies.delete',
  method: 'DELETE',
  path: '/companies/{id}',
  summary: 'Delete a company that has nothing left',
  permission: 'delete_companies',
  params: z.object({ id: idText('company') }),
  response: empty,
})

/** Target 0 makes it a company of the first level, for system administrators. */
export const moveCompany = endpoint({
  name: 'companies.move',
  method: 'POST',
  path: '/companies/move',
  summary: 'Move a company with all below it under another one',
  permission: 'move_companies',
  body: companyMoveSchema,
  response: empty,
})
