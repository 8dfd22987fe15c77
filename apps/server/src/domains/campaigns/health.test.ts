import { expect, test } from 'vitest'
import { inEnglish } from '../../texts.ts'
import { findFault, type Observed } from './health.ts'

const plan = { check_wan: true, check_reports: true }
const well: Observed = { online: true, wan_before: 'mobile', wan: 'mobile', report_age: 40, since: 600, interval: 300 }

const faultOf = (changes: Partial<Observed>, checks: Partial<typeof plan> = {}) => {
  const fault = findFault({ ...plan, ...checks }, { ...well, ...changes })
  return fault && { check: fault.check, detail: inEnglish(fault.detail) }
}

test('a device that is online, reports, and is connected as before is well', () => {
  expect(faultOf({})).toBeUndefined()
  expect(faultOf({ wan_before: null, wan: 'wired' })).toBeUndefined()
})

test('each fault is named with what was seen', () => {
  expect(faultOf({ online: false })).toEqual({ check: 'online', detail: 'Offline when observed' })
  expect(faultOf({ wan: 'wired' })).toEqual({ check: 'wan', detail: 'WAN before: mobile. Now: wired' })
  expect(faultOf({ wan: null })).toEqual({ check: 'wan', detail: 'WAN before: mobile. Now: unknown' })
  expect(faultOf({ report_age: null })).toEqual({ check: 'reports', detail: 'No report since then' })
  expect(faultOf({ report_age: 700 })).toEqual({ check: 'reports', detail: 'No report since then' })
  expect(faultOf({ report_age: 400 })).toEqual({ check: 'reports', detail: 'No report for 7 min' })
})

test('what is not checked, or cannot be expected yet, is no fault', () => {
  expect(faultOf({ wan: 'wired' }, { check_wan: false })).toBeUndefined()
  expect(faultOf({ report_age: null }, { check_reports: false })).toBeUndefined()
  expect(faultOf({ report_age: 100, since: 60 })).toBeUndefined()
  expect(faultOf({ report_age: null, interval: 0 })).toBeUndefined()
})
