import './texts.ts'
import { deleteFiles, listFiles } from '@longreach/contract/files/endpoints'
import { deleteImages, listImages } from '@longreach/contract/files/image-endpoints'
import i18next from 'i18next'
import { deleteAfterAsking } from '../../tables/lazy/delete-after-asking.ts'
import { listsOf } from './listed.ts'

export const deleteFilesAfterAsking = deleteAfterAsking({
  list: listFiles,
  remove: deleteFiles,
  textOf: (key, values) => i18next.t(`files:remove.${key}`, values),
  shownIn: listsOf.files.map((list) => [list]),
})

export const deleteImagesAfterAsking = deleteAfterAsking({
  list: listImages,
  remove: deleteImages,
  textOf: (key, values) => i18next.t(`files:images.remove.${key}`, values),
  shownIn: listsOf.images.map((list) => [list]),
})
