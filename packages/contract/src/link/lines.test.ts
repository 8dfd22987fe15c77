// biome-ignore lint/style/noRestrictedImports: the proof is checked against a second implementation
import { createHmac } from 'node:crypto'
// biome-ignore lint/style/noRestrictedImports: the fixtures are plain text that the agent's shell tests read too
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeWord, unescapeWord } from './escape.ts'
import { parseGet } from './files.ts'
import { linkLimits } from './limits.ts'
import { type DownLine, formatDownLine, formatUpLine, LineError, parseDownLine, parseUpLine } from './lines.ts'

function fixture(name: string): string[] {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
    .replace(/\n$/, '')
    .split('\n')
}

const seq = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const boot = fc.stringMatching(/^[0-9a-f]{12}$/)
const word = fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.replaceAll('\0', ''))

describe('lines of a device', () => {
  test.each(fixture('up.good.txt'))('understands %s', (line) => {
    expect(formatUpLine(parseUpLine(line))).toBe(line)
  })

  test.each(fixture('up.bad.txt'))('refuses %j with one clear line', (line) => {
    let caught: unknown
    try {
      parseUpLine(line)
    } catch (error) {
      caught = error
    }
    expect(caught).toBeInstanceOf(LineError)
    expect((caught as LineError).message).toMatch(/^[^\n]{3,200}$/)
  })

  test('any line is parsed or refused, and what was parsed reads back the same', () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 100 }),
      fc.json({ maxDepth: 2 }),
      fc.constantFrom(
        '0',
        '1',
        '-1',
        '1e9',
        '99999999999999999999',
        'done',
        '0123456789ab',
        '[1]',
        'signal',
        '\\',
        '\\777',
      ),
    )
    const verb = fc.constantFrom('hello', 'proof', 'set', 'report', 'batch', 'event', 'result', 'pong', '', '__proto__')
    const line = fc.tuple(fc.oneof(verb, any), fc.array(any, { maxLength: 7 }))
    fc.assert(
      fc.property(line, ([first, rest]) => {
        const text = [first, ...rest].join(' ')
        try {
          const read = parseUpLine(text)
          expect(parseUpLine(formatUpLine(read))).toEqual(read)
        } catch (error) {
          if (!(error instanceof LineError)) throw error
        }
        parseDownLine(text)
        parseGet(text)
      }),
      { numRuns: 3000 },
    )
  })

  test('a bad report still has its sequence number', () => {
    const refused = () => parseUpLine('report 0123456789ab 7 0 1 nonsense')
    expect(refused).toThrow(expect.objectContaining({ report: { boot: '0123456789ab', seq: 7 } }))
  })

  test('a bad batch still has its last number', () => {
    const refused = () => parseUpLine('batch 0123456789ab 7 9 nonsense')
    expect(refused).toThrow(expect.objectContaining({ report: { boot: '0123456789ab', seq: 9 } }))
  })

  test('hostile lines only ever throw LineError', () => {
    const verbs = fc.constantFrom(
      'hello',
      'proof',
      'set',
      'report',
      'event',
      'result',
      'pong',
      'report 0123456789ab 1 0 1',
      'batch 0123456789ab 1 2',
    )
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.tuple(verbs, fc.string({ unit: 'binary', maxLength: 300 })).map(([verb, body]) => `${verb} ${body}`),
      fc.tuple(verbs, fc.json()).map(([verb, body]) => `${verb} ${body}`),
    )
    fc.assert(
      fc.property(hostile, (line) => {
        try {
          parseUpLine(line)
        } catch (error) {
          expect(error).toBeInstanceOf(LineError)
        }
      }),
    )
  })

  const value = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.string({ maxLength: 40 }).filter((text) => !text.includes('\0')),
    fc.boolean(),
    fc.constant(null),
  )

  test('a report survives formatting and parsing', () => {
    fc.assert(
      fc.property(boot, seq, fc.nat(), fc.array(value, { maxLength: 20 }), (id, number, age, values) => {
        const line = { verb: 'report', boot: id, seq: number, age, set: 1, values } as const
        expect(parseUpLine(formatUpLine(line))).toEqual(JSON.parse(JSON.stringify(line)))
      }),
    )
  })

  test('so does a batch of several sets, although later rows contain only differences', () => {
    const size = (set: number) => set * 3
    // Few values, so that many rows share some.
    const row = fc.record({ set: fc.integer({ min: 1, max: 3 }), age: fc.nat() }).chain(({ set, age }) =>
      fc.record({
        set: fc.constant(set),
        age: fc.constant(age),
        values: fc.array(
          fc.oneof(
            fc.constantFrom(0, 1, 'up', null),
            fc.maxSafeInteger(),
            fc.integer({ min: 7e9, max: 7e9 + 9999 }),
            value,
          ),
          {
            minLength: size(set),
            maxLength: size(set),
          },
        ),
      }),
    )
    fc.assert(
      fc.property(boot, fc.nat(1e9), fc.array(row, { minLength: 1, maxLength: 30 }), (id, number, rows) => {
        const line = { verb: 'batch', boot: id, seq: number + 1, rows } as const
        expect(parseUpLine(formatUpLine(line))).toEqual(JSON.parse(JSON.stringify(line)))
      }),
    )
  })

  test.each([
    ['that is no list', '5'],
    ['without an age', '[1]'],
    ['of an age below zero', '[1,-1,0,2]'],
    ['with half a difference', '[1,5,0]'],
    ['with a difference at no place', '[1,5,3,1]'],
    ['with a difference at half a place', '[1,5,0.5,1]'],
    ['with a list as value', '[1,5,0,[1]]'],
    ['with a place that is a word', '[1,5,"__proto__",1]'],
    ['with growth at no place', '[1,5,-4,1]'],
    ['with growth by a text', '[1,5,-1,"1"]'],
    ['with growth by half', '[1,5,-1,0.5]'],
    ['with growth beyond every number', '[1,5,-1,9007199254740991]'],
  ])('a row %s makes those after it unreadable, and none before it', (_what, row) => {
    const line = parseUpLine(`batch 0123456789ab 1 4 [[1,9,1,2,3],[1,8,0,5,-2,1000],${row},[1,3,0,7]]`)
    expect(line).toMatchObject({
      rows: [{ set: 1, age: 9, values: [1, 2, 3] }, { set: 1, age: 8, values: [5, 1002, 3] }, undefined, undefined],
    })
  })

  test('so does a row of more values than a set has names: each of the later ones would be as long', () => {
    const sizes = (length: number) => {
      const first = [1, 0, ...Array<number>(length).fill(0)]
      const line = parseUpLine(`batch 0123456789ab 1 2 ${JSON.stringify([first, [1, 0]])}`)
      return line.verb === 'batch' && line.rows.map((row) => row?.values.length)
    }
    expect(sizes(linkLimits.parameters)).toEqual([linkLimits.parameters, linkLimits.parameters])
    expect(sizes(linkLimits.parameters + 1)).toEqual([undefined, undefined])
  })
})

describe('lines to a device', () => {
  test.each(fixture('down.txt'))('are written as the agent was tested to read them: %s', (line) => {
    const parsed = parseDownLine(line)
    expect(parsed).toBeDefined()
    expect(formatDownLine(parsed!)).toBe(line)
  })

  test('an escaped word is printable ASCII without spaces and comes back whole', () => {
    fc.assert(
      fc.property(word, (text) => {
        const escaped = escapeWord(text)
        expect(escaped).toMatch(/^[!-~]*$/)
        expect(escaped).not.toMatch(/['"`$]/)
        expect(unescapeWord(escaped)).toBe(new TextDecoder().decode(new TextEncoder().encode(text)))
      }),
    )
  })

  test('every line survives formatting and parsing', () => {
    const line: fc.Arbitrary<DownLine> = fc.oneof(
      fc.record({ verb: fc.constant('ack' as const), boot, seq }),
      fc.record({ verb: fc.constant('bound' as const), device: seq }),
      fc.record({
        verb: fc.constant('refused' as const),
        code: fc.nat(999),
        retry: fc.nat(86_400),
        reason: fc.string({ maxLength: 200 }),
      }),
      fc.record({
        verb: fc.constant('cmd' as const),
        id: fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/),
        command: fc.stringMatching(/^[a-z_]{1,20}$/),
        seconds: fc.nat(86_400),
        arg: fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.toWellFormed()),
      }),
    )
    fc.assert(
      fc.property(line, (value) => {
        expect(parseDownLine(formatDownLine(value))).toEqual(value)
      }),
    )
  })

  test('a shell command of ASCII keeps its length but for backslashes', () => {
    const command = `echo "$HOME" 'a b' > /tmp/x; ls | wc -l # ${'x'.repeat(1900)}`
    expect(formatDownLine({ verb: 'cmd', id: 'c', command: 'exec', seconds: 30, arg: command })).toContain(command)
  })

  test('a line the pipe would tear is never written', () => {
    const long = { verb: 'refused', code: 1, retry: 1, reason: 'ä'.repeat(1000) } as const
    expect(() => formatDownLine(long)).toThrow(RangeError)
  })
})

test.each(fixture('hmac.txt').map((line) => line.split('|')))('HMAC vector of the agent: %s', (key, text, mac) => {
  expect(createHmac('sha256', key!).update(text!).digest('hex')).toBe(mac)
})
