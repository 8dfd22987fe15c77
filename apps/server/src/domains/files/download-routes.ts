import { downloadFile, downloadFiles } from '@longreach/contract/files/endpoints'
import { text } from '@longreach/contract/i18n'
import { ZipFile } from 'yazl'
import { attachment } from '../../endpoint/attachment.ts'
import { partOf } from '../../endpoint/byte-range.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Route, route } from '../../endpoint/route.ts'
import type { BlobStore } from './blobs.ts'
import { findContents } from './store.ts'

/** Makes names in an archive distinct: `name (2).bin` for the second one of the same name. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const [, base = name, ending = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? []
    let [given, count] = [name, 1]
    while (taken.has(given.toLowerCase())) given = `${base} (${++count})${ending}`
    taken.add(given.toLowerCase())
    return given
  })
}

export function downloadRoutes({ blobs }: { blobs: BlobStore }): Route[] {
  return [
    route(downloadFile, async ({ db, scope, params, reply, audit }) => {
      const [file] = await findContents(db, scope, [params.id])
      if (!file) throw notFound()
      const { id, name, size, blob_id } = file
      audit({ target: 'file', targetId: id, name, company: file })
      reply.header('content-type', 'application/octet-stream')
      reply.header('content-disposition', attachment(name))
      reply.header('accept-ranges', 'bytes')
      const part = partOf(reply.request.headers.range, size)
      if (part === null) {
        reply.status(416).header('content-range', `bytes */${size}`)
        return { data: '' }
      }
      if (part) reply.status(206).header('content-range', `bytes ${part.from}-${part.to - 1}/${size}`)
      reply.header('content-length', String(part ? part.to - part.from : size))
      return { data: (await blobs.read(db, blob_id, part)) as never }
    }),
    route(downloadFiles, async ({ db, scope, body, reply, audit }) => {
      const ids = [...new Set(body.files)]
      const found = await findContents(db, scope, ids)
      const missing = ids.filter((id) => !found.some((file) => file.id === id))
      if (missing.length > 0)
        throw new Problem('NOT_FOUND', {
          errors: missing.map((id) => ({
            code: 'NOT_FOUND',
            message: text('system.not_found'),
            source: `files.${body.files.indexOf(id)}`,
          })),
        })
      const zip = new ZipFile()
      const names = distinctNames(found.map(({ name }) => name))
      for (const [at, { id, name, blob_id, size, created_at, ...company }] of found.entries()) {
        audit({ target: 'file', targetId: id, name, company })
        // Images and backups are already compressed.
        zip.addReadStreamLazy(names[at] ?? name, { compress: false, mtime: created_at, size }, (give) =>
          blobs.read(db, blob_id).then(
            (bytes) => give(null, bytes),
            (error) => give(error, undefined as never),
          ),
        )
      }
      zip.end()
      const answer = zip.outputStream
      zip.on('error', (error) => (answer as unknown as { destroy(error: Error): void }).destroy(error))
      reply.header('content-type', 'application/zip')
      reply.header('content-disposition', attachment('files.zip'))
      return { data: answer as never }
    }),
  ]
}
