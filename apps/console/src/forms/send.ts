import { type Answer, apiBase, canRefresh, request, sendOnce } from '../api/call.ts'
import { type Parts, upload } from '../api/upload.ts'

/** The address of a form whose call is not in the contract (spec §7). */
export interface Target {
  url: string
  method?: 'POST' | 'PUT' | 'DELETE'
  base?: string
}

/** Sends JSON, or a multipart POST if there are files. */
export function sendForm(
  { url, method = 'POST', base = apiBase }: Target,
  body: object,
  files: Readonly<Record<string, readonly File[]>>,
  onProgress?: (part: number) => void,
): Promise<Answer<unknown>> {
  if (Object.keys(files).length > 0) return upload(url, { ...body, ...files } as Parts, { base, onProgress })
  return request((proof) => sendOnce(method, base + url, { ...body, ...proof }), { heals: canRefresh(url) })
}
