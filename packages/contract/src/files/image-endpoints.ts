import * as z from 'zod/mini'
import { chosen } from '../choice.ts'
import { empty, endpoint } from '../endpoint.ts'
import { companyContext, createdBetween, searchIn, withNot } from '../filter.ts'
import { companyIdText, id, idListText, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { imageChangeSchema, imageSchema, newImageSchema } from './image-schemas.ts'
import { imageRules, imageSorts } from './images.ts'

const one = z.object({ id: idText('image') })
const filters = {
  ...withNot({ company_id: z.optional(companyIdText()) }),
  ...createdBetween,
  ...companyContext,
}

export const listImages = endpoint({
  name: 'files.images',
  method: 'GET',
  path: '/images',
  summary: 'List images of companies in reach',
  permission: 'view_images',
  query: listQuery(imageSorts, {
    id: z.optional(idListText('image')),
    ...searchIn(['name', 'description']),
    ...filters,
  }),
  response: z.array(z.partial(imageSchema)),
  meta: listMeta,
})

export const createImage = endpoint({
  name: 'files.create_image',
  method: 'POST',
  path: '/images',
  summary:
    'Upload a JPEG or PNG of at most 5 MB and 2048 × 1080 pixels; it is stored without its metadata. Sent again with the same upload_key, it is stored once',
  permission: 'upload_images',
  kind: 'upload',
  files: { image: imageRules },
  body: newImageSchema,
  response: z.object({ id: id('image') }),
  status: 201,
})

export const getImage = endpoint({
  name: 'files.image',
  method: 'GET',
  path: '/images/{id}',
  summary: 'An image, as image/jpeg or image/png',
  permission: 'view_images',
  kind: 'image',
  params: one,
  response: z.string(),
})

export const getThumbnail = endpoint({
  name: 'files.thumbnail',
  method: 'GET',
  path: '/images/{id}/thumbnail',
  summary: 'A small version of an image, of the same type',
  permission: 'view_images',
  kind: 'image',
  params: one,
  response: z.string(),
})

export const updateImage = endpoint({
  name: 'files.update_image',
  method: 'PUT',
  path: '/images/{id}',
  summary: 'Change the description of an image',
  permission: 'update_images',
  params: one,
  body: imageChangeSchema,
  response: empty,
})

export const deleteImage = endpoint({
  name: 'files.delete_image',
  method: 'DELETE',
  path: '/images/{id}',
  summary: 'Delete an image',
  permission: 'delete_images',
  params: one,
  response: empty,
})

export const deleteImages = endpoint({
  name: 'files.delete_images',
  method: 'DELETE',
  path: '/images',
  summary: 'Delete images, named or by the filter of a list',
  permission: 'delete_images',
  body: chosen('id', 'image', filters),
  response: z.array(z.object({ id: id('image') })),
})
