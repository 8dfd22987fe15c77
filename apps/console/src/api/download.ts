import { notifyBlocked } from './blocked.ts'
import { apiBase, canRefresh, sendOnce } from './call.ts'
import { toApiError } from './error.ts'
import { proven } from './proof.ts'
import { refreshSession } from './refresh.ts'

/** The server's name for a file, without folders; the fallback if the header has no readable name. */
export function fileName(disposition: string | null, fallback: string): string {
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
  let name = plain
  try {
    name = coded === undefined ? plain : decodeURIComponent(coded)
  } catch {
    // Malformed encoding: the plain name is sent too.
  }
  return name?.replace(/[\\/\p{Cc}]/gu, '_').trim() || fallback
}

/**
 * Fetches a file, by POST if there is a body, and saves it under the server's name. A 401 refreshes the session and the
 * file is fetched once more; an error of the server is thrown as an ApiError and nothing is saved.
 */
export async function download(path: string, fallback: string, body?: object): Promise<void> {
  const response = await proven(() => fetchFile(path, body), { hasBody: false })
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = fileName(response.headers.get('content-disposition'), fallback)
  link.click()
  // By then the browser has read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

async function fetchFile(path: string, body: object | undefined): Promise<Response> {
  const fetchIt = () => sendOnce(body ? 'POST' : 'GET', apiBase + path, body)
  let response = await fetchIt()
  if (response.status === 401 && canRefresh(path) && (await refreshSession())) response = await fetchIt()
  if (response.ok) return response
  const error = toApiError(response.status, await response.json().catch(() => null), response.headers)
  notifyBlocked(error)
  throw error
}
