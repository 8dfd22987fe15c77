import { expect, test } from 'vitest'
import { type GateKey, gateRefusal } from './gates.ts'

const at = (key: GateKey, model: string, version: string, family = 'RUTX') =>
  gateRefusal(key, model, `${family}_R_00.${version}`)

test.each<[GateKey, string, string, string]>([
  ['wireless', 'RUT200', '01.11.1', '01.11'],
  ['wireless', 'RUT956', '06.05.1', '06.05'],
  ['wireless', 'RUTX50', '02.01.1', '02.01'],
  ['hotspot', 'RUT360', '07.00', '06.12'],
  ['hotspot', 'RUT300', '07.06', '07.05.3'],
  ['hotspot', 'TRB140', '07.06', '07.04'],
  ['ddns', 'RUT301', '07.00', '06.09'],
  ['ddns', 'TRB245', '02.04', '02.03.9'],
  ['data_usage', 'TRB500', '07.12', '07.11.5'],
])('%s of %s from %s on, not with %s', (key, model, from, older) => {
  expect(at(key, model, from)).toBeUndefined()
  expect(at(key, model, `${from}.7`)).toBeUndefined()
  expect(at(key, model, '09.01')).toBeUndefined()
  expect(at(key, model, older)).toEqual({ why: 'firmware', from, has: older })
})

test('TRB141, TRB142 and TRB145 have no hotspot with any firmware', () => {
  for (const model of ['TRB141', 'TRB142', 'TRB145'])
    expect(at('hotspot', model, '07.14')).toEqual({ why: 'model', model })
})

test('models that are not named, and devices whose firmware says nothing, are not held back', () => {
  expect(at('hotspot', 'RUTM50', '01.00')).toBeUndefined()
  expect(gateRefusal('wireless', 'RUTX50', null)).toBeUndefined()
  expect(gateRefusal('wireless', 'RUTX50', 'SNAPSHOT')).toBeUndefined()
  expect(gateRefusal('ddns', null, 'RUTX_R_00.01.00')).toBeUndefined()
})
