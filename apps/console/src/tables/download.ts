import './texts.ts'
import type { Endpoint } from '@longreach/contract/endpoint'
import i18next from 'i18next'
import { queryText } from '../api/address.ts'
import { download } from '../api/download.ts'
import { messageOf } from '../api/error.ts'
import { toast } from '../ui/toast.ts'
import type { GridColumn } from './columns.ts'
import { separatorQuery } from './csv-separator.ts'

/** Columns of the file that correspond to the visible ones; all if none does. */
function columnsOf(endpoint: Endpoint, shown: readonly GridColumn<never>[]): string[] {
  const known = endpoint.csv?.columns ?? []
  return shown.flatMap(({ id, csv = [id] }) => csv.filter((name) => known.includes(name)))
}

/** Milliseconds before the user is notified that the file is being prepared. */
const patience = 1000

/** Downloads a file; notifies the user if it takes long or the server refuses. */
export function saveFile(path: string, fallback: string, body?: object): void {
  const waiting = setTimeout(() => toast(i18next.t('ui:preparing')), patience)
  void download(path, fallback, body)
    .catch((error: unknown) => toast(messageOf(error), 'error'))
    .finally(() => clearTimeout(waiting))
}

/** Downloads a list with its filters and order, or only the selected rows. */
export function downloadList(
  endpoint: Endpoint,
  query: Readonly<Record<string, string>>,
  shown: readonly GridColumn<never>[],
): void {
  const fields = columnsOf(endpoint, shown)
  const chosen = fields.length > 0 ? { fields: fields.join() } : {}
  saveFile(endpoint.path + queryText({ ...query, ...chosen, ...separatorQuery() }), 'list.csv')
}
