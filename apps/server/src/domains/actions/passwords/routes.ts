import { passwordLimits } from '@longreach/contract/actions/constants'
import {
  downloadPasswords,
  generatePasswords,
  listPasswordDevices,
  listPasswordLists,
  setPasswords,
  uploadPasswords,
} from '@longreach/contract/actions/password-endpoints'
import type { ErrorItem } from '@longreach/contract/errors'
import { text } from '@longreach/contract/i18n'
import type { Db } from '../../../db/client.ts'
import { csvLine, keepTextMarks } from '../../../endpoint/csv.ts'
import { readerOf } from '../../../endpoint/locale.ts'
import { notFound, Problem } from '../../../endpoint/problem.ts'
import { type Route, route } from '../../../endpoint/route.ts'
import type { Uploaded } from '../../../endpoint/upload.ts'
import { translate } from '../../../texts.ts'
import { type ActionDeps, startCall, startOnDevices } from '../start-call.ts'
import { type PasswordRow, readPasswordFile } from './file.ts'
import { generatePassword } from './generate.ts'
import {
  addPasswordList,
  findPasswordDevices,
  findPasswordList,
  findPasswordLists,
  findSerials,
  takePasswords,
} from './lists.ts'

const kind = { kind: 'set_password', arg: null } as const

const refused = (source: string, message: string) =>
  new Problem('VALIDATION_FAILED', { source, message: text(message as never) })

/** Values by device from the `data` of a call, and the devices of the call. */
function chosenIn<Row extends { id: number }>(body: {
  data?: Row[] | undefined
  device_id?: number[] | undefined
  filter?: Record<string, unknown> | undefined
}) {
  const own = new Map((body.data ?? []).map((row) => [row.id, row]))
  if (own.size < (body.data?.length ?? 0)) throw refused('data', 'actions.passwords_twice')
  const ids = [...(body.device_id ?? []), ...own.keys()]
  return { own, chosen: { device_id: ids.length > 0 ? ids : undefined, filter: body.filter } }
}

function requireEqual(row: { password?: string | undefined; password_confirmation?: string | undefined }) {
  if (row.password !== row.password_confirmation) throw refused('password_confirmation', 'actions.passwords_differ')
}

function startRoutes(deps: ActionDeps): Route[] {
  const list = (db: Db, id: number, generated: boolean) => addPasswordList(db, id, generated)
  return [
    route(generatePasswords, async (call) => {
      const { length = passwordLimits.length.default, use_special = 0, expires_in: waits } = call.body
      const { own, chosen } = chosenIn(call.body)
      const secretOf = ({ id }: { id: number }) => {
        const row = own.get(id)
        return generatePassword({
          length: row?.length ?? length,
          useSpecial: (row?.use_special ?? use_special) === 1,
        })
      }
      const started = await startCall(deps, call as never, chosen, { ...kind, waits, secretOf, listed: true })
      await list(call.db, started.data.id, true)
      return started
    }),
    route(setPasswords, async (call) => {
      const { password, show_password, expires_in: waits } = call.body
      const { own, chosen } = chosenIn(call.body)
      for (const row of own.values()) requireEqual(row)
      if (chosen.filter || call.body.device_id) {
        if (password === undefined) throw refused('password', 'forms.required')
        requireEqual(call.body)
      }
      const listed = show_password === true || [...own.values()].some((row) => row.show_password)
      const secretOf = ({ id }: { id: number }) => own.get(id)?.password ?? (password as string)
      const started = await startCall(deps, call as never, chosen, { ...kind, waits, secretOf, listed })
      if (listed) await list(call.db, started.data.id, false)
      return started
    }),
    route(uploadPasswords, async (call) => {
      const { db, scope, files, body } = call
      const { rows, errors } = await readPasswordFile((files.file as Uploaded).bytes)
      const found = await findSerials(db, scope, [...rows.keys()])
      errors.push(...unknownSerials(rows, new Set(found.values())))
      if (found.size === 0)
        throw new Problem(errors.every(({ code }) => code === 'NOT_FOUND') ? 'NOT_FOUND' : 'VALIDATION_FAILED', {
          errors,
        })
      const listed = body.show_password === true
      const started = await startOnDevices(
        deps,
        call as never,
        { device_id: [...found.keys()] },
        {
          ...kind,
          secretOf: ({ serial }) => rows.get(serial)?.password as string,
          listed,
        },
      )
      if (listed) await list(db, started.id, false)
      const ids = started.devices.map(({ id }) => id)
      const meta = { channel: started.channel, action_id: started.id }
      return { data: ids, meta, errors: [...errors, ...started.errors] }
    }),
  ]
}

const unknownSerials = (rows: ReadonlyMap<string, PasswordRow>, found: ReadonlySet<string>): ErrorItem[] =>
  [...rows]
    .filter(([serial]) => !found.has(serial))
    .map(([serial, { line }]) => ({
      code: 'NOT_FOUND',
      message: text('actions.file_line_unknown', { line, serial: serial.slice(0, 64) }),
      source: String(line),
    }))

export function passwordRoutes(deps: ActionDeps): Route[] {
  return [
    ...startRoutes(deps),
    route(listPasswordLists, ({ db, scope, query }) => findPasswordLists(db, scope, query)),
    route(listPasswordDevices, async ({ db, scope, params, query }) => {
      if (!(await findPasswordList(db, scope, params.id))) throw notFound()
      return findPasswordDevices(db, scope, params.id, query)
    }),
    route(downloadPasswords, async ({ db, scope, params, query: { separator }, reply }) => {
      const list = await findPasswordList(db, scope, params.id)
      if (!list) throw notFound()
      const rows = await db.transaction().execute((tx) => takePasswords(tx, deps.seal, scope, params.id))
      if (rows.length === 0) throw new Problem('CONFLICT', { message: text('actions.passwords_gone') })
      const reader = readerOf(reply.request)
      const lines = rows.map(({ serial, password, name, message }) =>
        csvLine([serial, password, keepTextMarks(name), translate(message, reader)], separator),
      )
      reply.header('content-type', 'text/csv; charset=utf-8')
      reply.header('cache-control', 'no-store')
      reply.header('content-disposition', `attachment; filename="passwords-${params.id}.csv"`)
      return { data: csvLine(['serial', 'password', 'name', 'status'], separator) + lines.join('') }
    }),
  ]
}
