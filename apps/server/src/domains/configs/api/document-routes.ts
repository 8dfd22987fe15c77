import {
  deleteApiDocument,
  downloadApiDocument,
  findApiDocument,
  listApiDocuments,
  listApiOperations,
  uploadApiDocument,
} from '@longreach/contract/configs/document-endpoints'
import { type Text, text } from '@longreach/contract/i18n'
import { attachment } from '../../../endpoint/attachment.ts'
import { notFound, Problem } from '../../../endpoint/problem.ts'
import { preparedRoute, type Route, route } from '../../../endpoint/route.ts'
import { createThreads, ThreadExhausted } from '../../../endpoint/threads.ts'
import type { Uploaded } from '../../../endpoint/upload.ts'
import type { BlobStore } from '../../files/blobs.ts'
import type { ReadDocument } from './document.ts'
import * as documents from './documents.ts'
import { presentOperation } from './fields.ts'

interface Deps {
  blobs: BlobStore
}

/** One document at a time: each may take all of the memory. */
const read = createThreads<Uint8Array, ReadDocument>(new URL('./document-worker.ts', import.meta.url), {
  most: 1,
  megabytes: 512,
  seconds: 30,
})

const wrong = (message: Text) => new Problem('VALIDATION_FAILED', { source: 'file', message })

async function readUploaded({ bytes }: Uploaded) {
  const document = await read(bytes).catch((error: unknown) => {
    throw error instanceof ThreadExhausted ? wrong(text('configs.document_complex')) : error
  })
  if ('fault' in document) throw wrong(document.fault)
  return { ...document, bytes }
}

type Named = Pick<documents.StoredDocument, 'system' | 'title' | 'version'>
const nameOf = ({ title, version }: Named) => `${title} ${version}`
const auditOf = (document: Named & { size: number }) => ({
  system: document.system,
  name: nameOf(document),
  size: document.size,
})

const target = 'api_document'
/** Most operations in the result of a search. */
const mostFound = 50

function changeRoutes(deps: Deps): Route[] {
  return [
    preparedRoute(
      uploadApiDocument,
      ({ files }) => readUploaded(files.file as Uploaded),
      async ({ db, session, body, audit }, { bytes, list, secrets, ...facts }) => {
        const { system, overwrite = false } = body
        const exists = () => new Problem('CONFLICT', { source: 'system', message: text('configs.document_exists') })
        const before = await documents.lockDocument(db, system)
        if (before && !overwrite) throw exists()
        const { id: blob_id, size } = await deps.blobs.put(db, bytes, null)
        const { userId: user_id, username } = session
        const stored = await documents.storeDocument(
          db,
          { system, ...facts, blob_id, size, user_id, username },
          overwrite,
        )
        if (!stored) throw exists()
        await documents.storeOperations(db, system, { operations: list, secrets })
        audit({ target, name: nameOf(stored), ...(before && { before: auditOf(before) }), after: auditOf(stored) })
        return { data: documents.presentDocument(stored) }
      },
    ),
    route(deleteApiDocument, async ({ db, params, audit }) => {
      const document = await documents.lockDocument(db, params.system)
      if (!document) throw notFound()
      await documents.removeDocument(db, params.system)
      audit({ target, before: auditOf(document) })
      return { data: {} }
    }),
  ]
}

export const apiDocumentRoutes = (deps: Deps): Route[] => [
  route(listApiDocuments, async ({ db }) => ({
    data: (await documents.findDocuments(db)).map(documents.presentDocument),
  })),
  ...changeRoutes(deps),
  route(downloadApiDocument, async ({ db, params, audit, reply }) => {
    const document = await documents.findDocument(db, params.system)
    if (!document) throw notFound()
    audit({ target, name: nameOf(document), after: { system: document.system } })
    reply.header('content-type', 'application/json; charset=utf-8')
    reply.header('content-disposition', attachment(`${document.system}-api.json`))
    return { data: (await deps.blobs.read(db, document.blob_id)) as never }
  }),
  route(listApiOperations, async ({ db, params, query }) => {
    if (!(await documents.findDocument(db, params.system))) throw notFound()
    const found = await documents.searchOperations(db, params.system, query.q ?? '', mostFound)
    return { data: found.map(presentOperation) }
  }),
  route(findApiDocument, async ({ db, scope, query }) => {
    const system = await documents.systemOfDevices(db, scope, [query.device_id].flat())
    if (system === undefined) return { data: { url: null } }
    if (!(await documents.findDocument(db, system)))
      throw new Problem('NOT_FOUND', { message: text('configs.document_none') })
    return { data: { url: `/api${downloadApiDocument.path.replace('{system}', system)}` } }
  }),
]
