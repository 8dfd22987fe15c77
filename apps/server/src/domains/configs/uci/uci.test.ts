import { describe, expect, test } from 'vitest'
import { inEnglish } from '../../../texts.ts'
import { differenceOf } from '../difference.ts'
import { linesOf } from '../shown-lines.ts'
import { CallRefused } from './change.ts'
import { rewriteUci } from './rewrite.ts'
import { NotUci, parseUci, printUci } from './uci.ts'

function caught(work: () => unknown): CallRefused {
  try {
    work()
  } catch (error) {
    return error as CallRefused
  }
  throw new Error('It was not refused')
}

describe('settings that no line of uci batch can set are refused, unless they are unchanged', () => {
  const rewritten = (before: string, after: string) =>
    rewriteUci(parseUci(`package a\n${before}`), parseUci(`package a\n${after}`))
  test.each([
    ["config b 'c'\nlist d '\u001b'\n", /a\.c\.d has control characters/],
    ["config b 'c'\noption d 'one\n\u0001'\n", /a\.c\.d has control characters/],
    ['config b\udce9\n', /without a name of the type b\\xE9/],
    ['config b.c\n', /without a name of the type b\.c/],
  ])('%j', (settings, reason) => {
    const refusal = () => rewritten("config z 'z'\n", settings)
    expect(refusal).toThrow(CallRefused)
    expect(inEnglish(caught(refusal).reason)).toMatch(reason)
    expect(rewritten(settings, settings)).toEqual([])
  })

  test('a tab, CR, DEL and several lines are sent as they are, and a type with a dot if its section has a name', () => {
    expect(rewritten('', "config b.c 'd'\noption e 'a\tb\rc\u007f\n\nd'\n")).toEqual([
      'touches a',
      "set a.d='b.c'",
      "set a.d.e='a\tb\rc\u007f\n\nd'",
    ])
  })
})

describe('text that is not what uci prints', () => {
  test.each([
    "config interface 'lan'\n",
    "package network\noption a 'b'\n",
    "package network\nconfig a 'b\n",
    'error 5\n',
  ])('%j is refused', (printed) => {
    expect(() => parseUci(printed)).toThrow(NotUci)
  })

  test('comments, quotes of both kinds and words without any are read', () => {
    const uci = parseUci('package a # one\nconfig b\n  option c "d \\" e"\n\toption f g\n')
    expect(printUci(uci)).toBe("package a\n\nconfig b\n\toption c 'd \" e'\n\toption f 'g'\n\n")
  })
})

test('no line of a secret is shown, also if it looks like another option', () => {
  const printed =
    "package a\n\nconfig b\n\toption private_key 'one\n\toption name 'hidden'\\''\nthree'\n\toption name 'shown'\n\n"
  const uci = parseUci(
    "package a\nconfig b\noption private_key 'one\n\toption name hidden\nthree'\noption name shown\n",
  )
  const shown = linesOf({ system: 'uci', uci }).map((line) => line.shown)
  expect(shown.join('\n')).not.toMatch(/one|hidden|three/)
  expect(shown).toContain("\toption name 'shown'")
  expect(printed).toContain('private_key')
})

test('two texts of 200 KB with nothing in common are compared', () => {
  const lines = (word: string) =>
    Array.from({ length: 8000 }, (_, at) => ({ text: `\toption ${word}${at} '${at}'`, shown: `${word}${at}` }))
  const { added, removed } = differenceOf(lines('a'), lines('b'))
  expect([added, removed]).toEqual([8000, 8000])
})
