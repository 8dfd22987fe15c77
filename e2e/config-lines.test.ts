import type { SettingCall } from '@longreach/contract/configs/calls'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyBatch, type Configuration, exportText } from '../apps/fleet/src/uci.ts'
import { CallRefused, changeUci } from '../apps/server/src/domains/configs/uci/change.ts'
import { rewriteUci } from '../apps/server/src/domains/configs/uci/rewrite.ts'
import { parseUci, printUci } from '../apps/server/src/domains/configs/uci/uci.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', "'", '"', '\\', '#', '$', 'é', '-') })
const options = fc.dictionary(
  fc.constantFrom('proto', 'ipaddr', 'server', 'key'),
  fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 3 })),
)
/** As a device keeps them: names are unique in a package, some sections have none. */
const sections = fc
  .array(fc.record({ type: fc.constantFrom('interface', 'rule'), named: fc.boolean(), options }), { maxLength: 5 })
  .map((made) =>
    made.map(({ named, ...section }, at) =>
      named ? { ...section, name: `s${at}` } : { ...section, name: `cfg${at}`, anonymous: true as const },
    ),
  )
const configurations: fc.Arbitrary<Configuration> = fc.record({ network: sections, firewall: sections })

test('what a device prints is read and printed again the same', () => {
  fc.assert(
    fc.property(configurations, (made) => {
      expect(printUci(parseUci(exportText(made)))).toBe(exportText(made))
    }),
  )
})

test('from any configuration to any other: the device has exactly that after the lines', () => {
  fc.assert(
    fc.property(configurations, configurations, (before, after) => {
      const lines = rewriteUci(parseUci(exportText(before)), parseUci(exportText(after)))
      const applied = lines.length === 0 ? before : applyBatch(before, `${lines.join('\n')}\n`)
      expect(exportText(applied)).toBe(exportText(after))
    }),
  )
})

const values = fc.dictionary(
  fc.constantFrom('proto', 'ipaddr', 'server', 'new'),
  fc.oneof(text, fc.boolean(), fc.nat(), fc.constant(null), fc.array(text, { maxLength: 3 })),
)
const calls: fc.Arbitrary<SettingCall[]> = fc.array(
  fc.oneof(
    fc.record({
      method: fc.constant('PUT' as const),
      path: fc.constantFrom('/uci/network/s0', '/uci/network/s1', '/uci/network/added'),
      request_data: values.map((data) => ({ '.type': 'interface', ...data })),
    }),
    fc.record({
      method: fc.constant('PUT' as const),
      path: fc.constant('/uci/firewall/@rule[0]'),
      request_data: values,
    }),
    fc.record({
      method: fc.constant('POST' as const),
      path: fc.constant('/uci/firewall'),
      request_data: values.map((data) => ({ '.type': 'rule', ...data })),
    }),
    fc.record({ method: fc.constant('DELETE' as const), path: fc.constantFrom('/uci/network/s0', '/uci/firewall/s1') }),
  ),
  { minLength: 1, maxLength: 6 },
)

test('calls: what is shown beforehand is what the device has after their lines', () => {
  fc.assert(
    fc.property(configurations, calls, (before, made) => {
      let change: ReturnType<typeof changeUci>
      try {
        change = changeUci(parseUci(exportText(before)), made)
      } catch (error) {
        expect(error).toBeInstanceOf(CallRefused)
        return
      }
      const applied = applyBatch(before, `${change.lines.join('\n')}\n`)
      expect(exportText(applied)).toBe(change.after && printUci(change.after))
    }),
    { numRuns: 300 },
  )
})

test('calls on a device whose configuration is not known: the same, where they are possible', () => {
  fc.assert(
    fc.property(configurations, calls, (before, made) => {
      let known: ReturnType<typeof changeUci>
      try {
        known = changeUci(parseUci(exportText(before)), made)
      } catch {
        return
      }
      const { lines } = changeUci(undefined, made)
      expect(exportText(applyBatch(before, `${lines.join('\n')}\n`))).toBe(known.after && printUci(known.after))
    }),
  )
})
