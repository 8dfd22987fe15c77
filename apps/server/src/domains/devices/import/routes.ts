import { Readable } from 'node:stream'
import { downloadFailedRows, importDevices, previewImport } from '@longreach/contract/devices/import-endpoints'
import type { BodyOf } from '@longreach/contract/endpoint'
import type { CsvSeparator } from '@longreach/contract/separator'
import type { Db } from '../../../db/client.ts'
import type { Placement } from '../../../db/scope.ts'
import { newChannel } from '../../../endpoint/channels.ts'
import { csvLine, keepApostrophes, keepTextMarks } from '../../../endpoint/csv.ts'
import { readerOf } from '../../../endpoint/locale.ts'
import { notFound, Problem } from '../../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../../endpoint/route.ts'
import type { Uploaded } from '../../../endpoint/upload.ts'
import type { Queue } from '../../../jobs/queue.ts'
import type { Seal } from '../../../seal.ts'
import { type Reader, translate } from '../../../texts.ts'
import { findPlacement } from '../../companies/store.ts'
import { administersCompanies } from '../../users/administrators.ts'
import type { LogUnauthorized } from '../authorized/log.ts'
import { insertEnrolmentKey } from '../enrolment/keys.ts'
import { type InstallInfo, presentCreatedKey } from '../enrolment/routes.ts'
import { tagsForNewDevices } from '../tagging/tag-routes.ts'
import { type CheckedRows, checkRows, importColumns } from './rows.ts'
import { failedRows, findOwnImport, forgetPasswords, insertImport } from './store.ts'
import { continueImport } from './work.ts'

interface Deps {
  seal: Seal
  queue: Queue
  install: InstallInfo
  logUnauthorized: LogUnauthorized
}

type ImportCall = Pick<Call, 'db' | 'scope' | 'session' | 'files' | 'ip' | 'userAgent'> & {
  body: BodyOf<typeof importDevices>
}

/** Most errors that a preview lists. */
const mostErrors = 100
/** Most lines in the operator's log for one import. */
const mostLogged = 200
const rowsAtOnce = 1000
/** Days in which the devices of an import without passwords can enrol. */
const keyDays = 30

async function check(call: ImportCall) {
  const { db, scope, session, body, files } = call
  const company = await findPlacement(db, scope, body.company_id)
  if (!company) throw notFound('company_id')
  if (body.add_without_password && !administersCompanies(session.permissions))
    throw new Problem('FORBIDDEN', { source: 'add_without_password' })
  const tags = body.tag_id?.length ? await tagsForNewDevices(call, company, body.tag_id) : []
  const checked = await checkRows(call, company, (files.file as Uploaded).bytes, body)
  return { company, tags: tags.map(({ id }) => id), checked }
}

const countsOf = ({ rows }: CheckedRows) => ({
  total: rows.length,
  failed: rows.filter(({ error }) => error !== null).length,
})

/** Creates one key for all devices that are added without a password. */
async function createKey({ db, session }: ImportCall, { seal, install }: Deps, company: Placement, uses: number) {
  const expires_at = new Date(Date.now() + keyDays * 86_400_000)
  const key = await insertEnrolmentKey(db, seal, {
    ...company,
    name: '',
    serial: null,
    mac: null,
    uses,
    expires_at,
    created_by: session.userId,
    device_name: null,
    tag_ids: [],
  })
  return presentCreatedKey(install, { ...key, expires_at })
}

async function* failedLines(db: Db, seal: Seal, importId: number, reader: Reader, separator?: CsvSeparator) {
  yield `\uFEFF${csvLine([...importColumns, 'line', 'reason'], separator)}`
  let after = 0
  for (;;) {
    const rows = await failedRows(db, importId, after, rowsAtOnce)
    if (rows.length === 0) return
    after = rows.at(-1)?.line ?? after
    yield rows
      .map(({ line, cells, password, message }) => {
        const values = { ...cells, password: password ? seal.open(password) : undefined }
        const own = importColumns.map((column) =>
          (column === 'password' ? keepApostrophes : keepTextMarks)(values[column] ?? ''),
        )
        return csvLine([...own, line, translate(message, reader)], separator)
      })
      .join('')
    await forgetPasswords(
      db,
      rows.map(({ id }) => id),
    )
  }
}

/** Routes that add devices from a file. */
export function importRoutes(deps: Deps): Route[] {
  return [
    route(previewImport, async (call) => {
      const { checked } = await check(call)
      const errors = checked.errors.slice(0, mostErrors).map(({ line, column, message }) => ({
        source: `data.${line}.${column}`,
        line,
        column,
        message,
      }))
      return { data: { ...countsOf(checked), error_count: checked.errors.length, errors } }
    }),
    route(importDevices, async (call) => {
      const { db, session, body, audit } = call
      const { company, tags, checked } = await check(call)
      const counts = countsOf(checked)
      deps.logUnauthorized(call, checked.unauthorized.slice(0, mostLogged))
      const good = counts.total - counts.failed
      const enrolment_key = body.add_without_password && good > 0 ? await createKey(call, deps, company, good) : null
      const channel = newChannel(session.userId, { subject: 'company', permission: 'create_devices' })
      const { userId: user_id } = session
      const series = body.device_series
      const id = await insertImport(db, deps.seal, { ...company, user_id, channel, series }, checked.rows, tags)
      await deps.queue.send(db, continueImport, { id })
      audit({ target: 'import', targetId: id, company, after: { count: good, failed: counts.failed } })
      return { data: { id, ...counts, enrolment_key }, meta: { channel } }
    }),
    route(downloadFailedRows, async ({ db, scope, session, params, query, reply }) => {
      const found = await findOwnImport(db, scope, params.id, session.userId)
      if (!found) throw notFound()
      reply.header('content-type', 'text/csv; charset=utf-8')
      reply.header('content-disposition', 'attachment; filename="failed-devices.csv"')
      return {
        data: Readable.from(failedLines(db, deps.seal, found.id, readerOf(reply.request), query.separator)) as never,
      }
    }),
  ]
}
