import type { AnyEndpoint, BodyInput, ResponseOf } from '@longreach/contract/endpoint'
import { type Answer, apiBase, canRefresh, request } from './call.ts'
import { csrfToken } from './csrf.ts'
import { ApiError } from './error.ts'

type Part = string | number | boolean | Blob | null | undefined
export type Parts = Readonly<Record<string, Part | readonly Part[]>>

interface Options {
  base?: string
  /** Progress of sending, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined
  signal?: AbortSignal
}

/** Several values are numbered (`file[0]`); an empty list is sent too. */
export function toMultipart(parts: Parts): FormData {
  const form = new FormData()
  const add = (name: string, part: Part) => {
    if (part !== null && part !== undefined) form.append(name, part instanceof Blob ? part : String(part))
  }
  for (const [name, part] of Object.entries(parts)) {
    if (!Array.isArray(part)) add(name, part as Part)
    else if (part.length === 0) form.append(`${name}[]`, '')
    else for (const [at, one] of part.entries()) add(`${name}[${at}]`, one)
  }
  return form
}

/** Only XMLHttpRequest reports the progress of sending. */
function send(address: string, form: FormData, { onProgress, signal }: Options): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', address)
    xhr.setRequestHeader('X-Requested-With', 'XMLHttpRequest')
    xhr.setRequestHeader('X-SPA-Version', __APP_VERSION__)
    const token = csrfToken()
    if (token !== undefined) xhr.setRequestHeader('X-XSRF-TOKEN', token)
    xhr.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    xhr.onload = () => {
      const headers = new Headers()
      for (const name of ['retry-after', 'x-request-id']) {
        const value = xhr.getResponseHeader(name)
        if (value !== null) headers.set(name, value)
      }
      const { status, statusText } = xhr
      resolve(new Response(status === 204 ? null : xhr.responseText, { status, statusText, headers }))
    }
    xhr.onerror = () => reject(new ApiError(0, [], null))
    xhr.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(form)
  })
}

/** Sends files and fields by POST; after a 401 the session is refreshed and they are sent once more. */
export function upload(path: string, parts: Parts, options: Options = {}): Promise<Answer<unknown>> {
  const address = (options.base ?? apiBase) + path
  return request((proof) => send(address, toMultipart({ ...parts, ...proof }), options), { heals: canRefresh(path) })
}

/** The same for an endpoint of the contract. */
export const callUpload = <E extends AnyEndpoint>(
  endpoint: E,
  body: BodyInput<E>,
  files: Readonly<Record<string, readonly File[]>>,
  onProgress?: (part: number) => void,
) => upload(endpoint.path, { ...(body as Parts), ...files }, { onProgress }) as Promise<Answer<ResponseOf<E>>>
