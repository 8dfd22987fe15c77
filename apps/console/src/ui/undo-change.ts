import './texts.ts'
import { undoChange } from '@longreach/contract/audit/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../api/call.ts'
import { messageOf } from '../api/error.ts'
import { sessionQuery } from '../api/session.ts'
import { toast } from './toast.ts'
import { undoable } from './toast-button.tsx'

/** Undoes a change on the server and reloads the data on the screen. True if it was undone. */
export async function undoOnServer(id: number, client: QueryClient): Promise<boolean> {
  try {
    await call(undoChange, { params: { id } })
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  }
  toast(i18next.t('ui:undone'), 'success')
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
  return true
}

export const toastUndo = (message: string, id: number, client: QueryClient) =>
  undoable(message, () => void undoOnServer(id, client))
