import { text } from '@longreach/contract/i18n'
import {
  createStoredItem,
  deleteStoredItem,
  listStorage,
  storageLimits,
  updateStoredItem,
} from '@longreach/contract/storage/endpoints'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Route, route } from '../../endpoint/route.ts'
import { countItems, deleteItem, insertItem, itemList, updateItem } from './store.ts'

function checkSize(value: unknown): void {
  if (Buffer.byteLength(JSON.stringify(value)) > storageLimits.valueBytes) {
    throw new Problem('VALIDATION_FAILED', {
      source: 'value',
      message: text('forms.too_many_bytes', { count: storageLimits.valueBytes }),
    })
  }
}

export function storageRoutes(): Route[] {
  return [
    route(listStorage, async ({ db, session, query }) => {
      const { page, total } = await itemList.page(db, session, query)
      return { data: { data: page }, meta: { total } }
    }),
    route(createStoredItem, async ({ db, session, body, audit }) => {
      checkSize(body.value)
      if ((await countItems(db, session.userId)) >= storageLimits.items) {
        throw new Problem('CONFLICT', { message: text('system.too_many_items', { count: storageLimits.items }) })
      }
      if (!(await insertItem(db, session.userId, body.key, body.value))) {
        throw new Problem('CONFLICT', { source: 'key', message: text('system.item_exists') })
      }
      audit({ target: 'stored_item', after: { item: body.key } })
      return { data: {} }
    }),
    route(updateStoredItem, async ({ db, session, params, body, audit }) => {
      checkSize(body.value)
      if (!(await updateItem(db, session.userId, params.key, body.value))) throw notFound()
      audit({ target: 'stored_item', after: { item: params.key } })
      return { data: {} }
    }),
    route(deleteStoredItem, async ({ db, session, params, audit }) => {
      if (!(await deleteItem(db, session.userId, params.key))) throw notFound()
      audit({ target: 'stored_item', before: { item: params.key } })
      return { data: {} }
    }),
  ]
}
