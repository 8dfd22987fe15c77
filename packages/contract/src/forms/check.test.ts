import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkForm as checkValues, readForm } from './check.ts'
import { type Field, form } from './fields.ts'
import { domainName, ipv4 } from './patterns.ts'
import { english } from './test-english.ts'
import { shownFields } from './visible.ts'

const checkForm = (...given: Parameters<typeof checkValues>) => english(checkValues(...given))

const declare = (fields: readonly Field[]) => form({ name: 'x', title: 'x', submit: 'x', fields })
const all = () => true
const outcome = (field: Partial<Field> & { type: Field['type'] }, value: unknown) => {
  const result = checkForm(declare([{ key: 'a', label: 'a', ...field } as Field]), { a: value }, all)
  return 'errors' in result ? (result.errors.a ?? Object.values(result.errors)[0]) : result.body.a
}

describe('one field', () => {
  test('S3.76 S3.77: a required text must not be empty, and is trimmed', () => {
    expect(outcome({ type: 'text', required: true }, '  ')).toBe('Required')
    expect(outcome({ type: 'text', required: true, missing: 'Required' } as never, undefined)).toBe('Required')
    expect(outcome({ type: 'text' }, ' a ')).toBe('a')
    expect(outcome({ type: 'text' }, ' ')).toBeUndefined()
    expect(outcome({ type: 'password' }, ' a ')).toBe(' a ')
    expect(outcome({ type: 'text' }, 'a\u202eb')).toBe('One line of plain text only')
  })

  test('S3.82 S3.83 S5.92 S5.93 S5.94 S5.95 S5.96 S5.97 S5.98: length, pattern and mask', () => {
    expect(outcome({ type: 'text', minlength: 3 } as never, 'ab')).toBe('At least 3 characters')
    expect(outcome({ type: 'text', minlength: 3 } as never, '')).toBeUndefined()
    expect(outcome({ type: 'text', maxlength: 3 } as never, 'abcd')).toBe('At most 3 characters')
    expect(outcome({ type: 'text', pattern: '\\d+', patternText: 'Digits only' } as never, '1a')).toBe('Digits only')
    const mask = { type: 'text', mask: '#S*FAa-!#' } as never
    expect(outcome(mask, '1xzFQq-#')).toBe('1xzFQq-#')
    expect(outcome(mask, ' x9aQq-#')).toBe('Use the format #S*FAa-!#')
  })

  test('S3.81: numbers have limits and steps', () => {
    const field = { type: 'number', min: 1, max: 10, step: 0.1 } as never
    expect(outcome(field, '0.9')).toBe('1 or more')
    expect(outcome(field, '1.3')).toBe(1.3)
    expect(outcome(field, '1.35')).toBe('In steps of 0.1')
    expect(outcome(field, '11')).toBe('10 or less')
    expect(outcome(field, 'x')).toBe('Must be a number')
    expect(outcome({ type: 'number' }, '1.5')).toBe('Must be a whole number')
    expect(outcome({ type: 'number' }, '')).toBeUndefined()
    const interval = { type: 'number', min: 60, max: 900, also: 0, rangeText: '0, or from 60 to 900' } as never
    expect(outcome(interval, '0')).toBe(0)
    expect(outcome(interval, '59')).toBe('0, or from 60 to 900')
    expect(outcome(interval, '901')).toBe('0, or from 60 to 900')
    const latitude = { type: 'number', min: -90, max: 90, step: 'any', clears: true } as never
    expect(outcome(latitude, ' 54,6872 ')).toBe(54.6872)
    expect(outcome(latitude, '90.1')).toBe('90 or less')
    expect(outcome(latitude, '')).toBeNull()
  })

  test('each forbidden character is refused in a name, and only those', () => {
    for (const sign of '~!#$&*()[]{}<>?\'|;`/:\\"')
      expect(outcome({ type: 'name' }, `Bus${sign}12`), sign).toContain('Names cannot contain')
    expect(outcome({ type: 'name' }, 'Žalia stotelė Nr. 12-b, +1 = 50 % @ ^_')).toBe(
      'Žalia stotelė Nr. 12-b, +1 = 50 % @ ^_',
    )
  })

  test('hosts, MAC addresses, IMEIs and commands', () => {
    expect(outcome({ type: 'mac' }, '00-1e-42-aa-bb-cc')).toBe('00-1e-42-aa-bb-cc')
    expect(outcome({ type: 'mac' }, '00-1e-42')).toBe('Enter a MAC address such as 00:1E:42:00:00:00')
    expect(outcome({ type: 'imei' }, '123')).toBe('Enter a 15-digit IMEI')
    expect(outcome({ type: 'host' }, 'fd00::1')).toBe('fd00::1')
    expect(outcome({ type: 'host' }, 'http://x')).toBe('Enter an IPv4 address, IPv6 address or host name')
    const command = { type: 'command', maxbytes: 2000 } as never
    expect(outcome(command, 'a\nb')).toBe('a\nb')
    expect(outcome(command, 'ä'.repeat(1001))).toBe('At most 2,000 bytes')
    expect(outcome(command, 'ä'.repeat(400))).toMatch(/^Too long with this many/)
  })

  test('S3.92: a box sends the values it is declared with', () => {
    expect(outcome({ type: 'checkbox' }, undefined)).toBe(false)
    expect(outcome({ type: 'checkbox', trueValue: 'on', falseValue: 'off' } as never, true)).toBe('on')
    expect(outcome({ type: 'checkbox', trueValue: 1, falseValue: 0 } as never, false)).toBe(0)
  })

  test('S3.78: only what is offered can be chosen', () => {
    const options = [{ value: 'a', label: 'a' }]
    expect(outcome({ type: 'select', options } as never, 'b')).toBe('Select an option')
    expect(outcome({ type: 'radio', options, required: true } as never, null)).toBe('Required')
    expect(outcome({ type: 'multiselect', options } as never, ['a', 'b'])).toBe('Select an option')
  })

  test('in lists and tables every item and cell is validated', () => {
    expect(outcome({ type: 'email', component: 'ListInput', required: true } as never, ['a@b.co', 'x'])).toBe(
      'x: Enter an e-mail address',
    )
    const table = {
      key: 'a',
      type: 'table',
      component: 'TableInput',
      label: 'a',
      columns: [{ key: 'mac', type: 'text', label: 'mac', required: true }],
    } as Field
    const result = checkForm(declare([table]), { a: [{ mac: 'x' }, { mac: '' }] }, all)
    expect(result).toEqual({ errors: { 'a.1.mac': 'Required' } })
  })

  test('files are validated by their rules and are not in the body', () => {
    const file = { name: 'a b.json', size: 1, type: '' }
    expect(outcome({ type: 'file', noSpaces: true } as never, [file])).toBe('File name contains spaces')
    expect(outcome({ type: 'file', required: true } as never, [])).toBe('Select an option')
    expect(checkForm(declare([{ key: 'a', type: 'file', label: 'a' }]), { a: [file] }, all)).toEqual({ body: {} })
  })
})

test('S5.1: four numbers from 0 to 255', () => {
  for (const good of ['0.0.0.0', '255.255.255.255', '192.168.1.10']) expect(ipv4.test(good), good).toBe(true)
  for (const bad of ['256.1.1.1', '1.1.1', '1.1.1.1.1', '01.1.1.1', '1.1.1.1 ', 'a.b.c.d']) {
    expect(ipv4.test(bad), bad).toBe(false)
  }
  expect(outcome({ type: 'ip' }, '1.2.3.400')).toBe('Enter an IPv4 address such as 192.168.1.1')
})

test('S5.2 S5.3: parts of 1 to 63 without a dash at an end, and a name at the top', () => {
  const long = 'a'.repeat(63)
  for (const good of ['example.com', `${long}.org`, 'a-b.c.museum', 'x.xn--p1ai']) {
    expect(domainName.test(good), good).toBe(true)
  }
  for (const bad of ['example', `${long}a.org`, '-a.com', 'a-.com', 'a..com', 'a.c', 'a.c0m', 'a b.com']) {
    expect(domainName.test(bad), bad).toBe(false)
  }
})

describe('visible fields', () => {
  const fields = [
    { key: 'kind', type: 'text', label: '' },
    { key: 'price', type: 'number', label: '', required: true, depends: { key: 'kind', is: ['paid', 'both'] } },
    { key: 'note', type: 'text', label: '', depends: { key: 'price', filled: true } },
    { key: 'owner', type: 'text', label: '', permission: 'super_admin' },
  ] as const satisfies readonly Field[]
  const declared = declare(fields)
  const keys = (values: Record<string, unknown>, can = all) => shownFields(declared, values, can).map(({ key }) => key)

  test('S3.79: a field depends on another, and one that depends on a hidden one is hidden too', () => {
    expect(keys({ kind: 'free', price: 3 })).toEqual(['kind', 'owner'])
    expect(keys({ kind: 'paid' })).toEqual(['kind', 'price', 'owner'])
    expect(keys({ kind: 'both', price: 3 })).toEqual(['kind', 'price', 'note', 'owner'])
  })

  test('S3.80: a field is hidden for users without its permission', () => {
    expect(keys({}, () => false)).toEqual(['kind'])
    expect(readForm(declared, { kind: 'free', owner: 'me' }, () => false)).toEqual({ kind: 'free' })
  })

  test('hidden fields are neither validated nor sent', () => {
    expect(checkForm(declared, { kind: 'free', price: 'x', note: 'left over' }, all)).toEqual({
      body: { kind: 'free' },
    })
    expect(checkForm(declared, { kind: 'paid' }, all)).toEqual({ errors: { price: 'Required' } })
  })
})

describe('whatever depends on whatever', () => {
  const value = fc.constantFrom('', 'x', 'y')
  const on = (keys: string[]) => {
    const key = fc.constantFrom(...keys)
    const plain = fc.oneof(
      fc.record({ key, is: value }),
      fc.record({ key, not: value }),
      fc.record({ key, filled: fc.boolean() }),
    )
    return fc.oneof(plain, fc.record({ all: fc.array(plain) }), fc.record({ any: fc.array(plain) }))
  }
  const names = ['a', 'b', 'c', 'd']
  const values = fc.record({ a: value, b: value, c: value, d: value })
  const fieldsOf = (depends: readonly unknown[]) =>
    names.map(
      (key, at) => ({ key, type: 'text', label: '', ...(depends[at] ? { depends: depends[at] } : {}) }) as Field,
    )
  const shownKeys = (fields: readonly Field[], given: object) =>
    shownFields({ fields }, given as Record<string, unknown>, all).map(({ key }) => key)

  test('visibility is stable: without the hidden values it is the same', () => {
    const earlier = fc.tuple(fc.constant(null), on(['a']), on(['a', 'b']), on(['a', 'b', 'c']))
    fc.assert(
      fc.property(earlier, values, (depends, given) => {
        const fields = fieldsOf(depends)
        const shown = shownKeys(fields, given)
        const left = Object.fromEntries(names.map((key) => [key, shown.includes(key) ? given[key as 'a'] : '']))
        expect(shownKeys(fields, left)).toEqual(shown)
      }),
    )
  })

  test('it also ends for circular conditions, and sends no hidden value', () => {
    fc.assert(
      fc.property(fc.tuple(on(names), on(names), on(names), on(names)), values, (depends, given) => {
        const fields = fieldsOf(depends)
        const shown = shownKeys(fields, given)
        expect(Object.keys(readForm(declare(fields), given, all)).filter((key) => !shown.includes(key))).toEqual([])
      }),
    )
  })
})
