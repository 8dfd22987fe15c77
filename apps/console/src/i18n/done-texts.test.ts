import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

type Texts = { [key: string]: string | Texts }

const folder = path.resolve(import.meta.dirname, '../domains')

/** Every text of the catalogues of the domains, by `<file>:<key>`. */
const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\ben\/[\w-]+\.json$/.test(file))
  .flatMap((file) => {
    const flat = (inner: Texts, way: string): [string, string][] =>
      Object.entries(inner).flatMap(([key, value]) =>
        typeof value === 'string' ? [[`${way}${key}`, value] as [string, string]] : flat(value, `${way}${key}.`),
      )
    return flat(JSON.parse(readFileSync(path.join(folder, file), 'utf8')), `${path.basename(file, '.json')}:`)
  })

/** Keys of what is shown when a change is done. */
const done =
  /[:.](done|doneOne|added|created|edited|updated|saved|renamed|deleted|removed|restored|cancelled|enabled|disabled|moved|revoked|rejected|permitted|resent|ended|endedOthers)(_one|_other)?$/i
const verbs =
  /\b(created|added|updated|edited|saved|changed|renamed|set|deleted|removed|moved|cancelled|restored|enabled|disabled|ended|revoked|rejected|permitted|withdrawn|adopted|ignored|assigned|skipped|paused|resumed|uploaded|authorized)\b/

/** States, and work that is not done yet. */
const others = [
  'password:reset.done',
  'passwords:generate.done_one',
  'passwords:generate.done_other',
  'passwords:set.done_one',
  'passwords:set.done_other',
  'dashboards:widget.removed',
  'devices:values.offline_reason.revoked',
  'devices:unusual.permitted',
  'monitoring:form.enabled',
]

test('S8.1: a change that is done says so as the specification does', () => {
  const claims = texts.filter(([key, said]) => done.test(key) && verbs.test(said))
  expect(claims.length).toBeGreaterThan(60)
  const different = claims.filter(
    ([, said]) => !/\bsuccessfully\b/.test(said) || /\b(deleted|saved|changed)\b/.test(said),
  )
  expect(different.map(([key]) => key).sort()).toEqual([...others].sort())
})
