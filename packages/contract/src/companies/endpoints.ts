import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idListText, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { companySchema } from './schemas.ts'

export const listCompanies = endpoint({
  name: 'companies.list',
  method: 'GET',
  path: '/companies',
  summary: 'List companies',
  permission: 'view_companies',
  query: listQuery(['name', 'created_at', 'parent_id', 'device_count'], {
    id: z.optional(idListText('company')),
    parent_id: z.optional(idText('company')),
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
