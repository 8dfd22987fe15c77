import { describe, expect, test } from 'vitest'
import { parameterPattern } from './parameters.ts'
import { customId, customName, formatPlans, type Pick, type Plan, parsePlans, variableTypes } from './template-lines.ts'

/** Generates the same numbers in every run. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

const random = createRandom(20_261)
const some = <T>(most: number, make: () => T): T[] => Array.from({ length: random(most + 1) }, make)
const textOf = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[random(alphabet.length)]).join('')
const word = () => textOf('abcXYZ019_-', 1 + random(12))
/** Text that users may enter: blanks, quotes and words of the lines themselves. */
const line = () =>
  textOf('ab "\'`$;|&<>(){}\\=#%é€ ', 1 + random(60)).trimStart() +
  ['', ' read /etc/shadow', ' sh 1 v reboot', ' every 60 1'][random(4)]
const ref = () => textOf('abc/{}.019_-[]', random(20))

function pick(): Pick {
  const type = variableTypes[random(variableTypes.length)] as Pick['type']
  return {
    id: 1 + random(1e9),
    type,
    ref: ref(),
    ...(random(2) && { filter: `x${line()}` }),
    ...(random(2) && { sh: { variable: 'value', expression: `y${line()}` } }),
  }
}

const plan = (): Plan => ({
  template: 1 + random(1e6),
  every: 60 + random(1e6),
  reads: some(4, () => ({
    path: `/${word()}?a=b%20c`,
    finds: some(3, () => ({ name: word(), list: ref(), field: word(), value: `z${line()}` })),
    picks: some(6, pick),
  })),
})

/** True if each id is used once, and no ref is `.`, which means the whole answer. */
function usable(plans: readonly Plan[]): boolean {
  const ids = plans.flatMap(({ reads }) => reads.flatMap(({ picks }) => picks.map(({ id }) => id)))
  const refs = plans.flatMap(({ reads }) =>
    reads.flatMap(({ picks, finds }) => [...picks.map((one) => one.ref), ...finds.map((one) => one.list)]),
  )
  return new Set(ids).size === ids.length && !refs.includes('.')
}

describe('the lines of a device', () => {
  test('are read as they were written, whatever is in them, and no field becomes a line', () => {
    for (let round = 0; round < 500; round++) {
      const plans = some(4, plan)
      if (!usable(plans)) continue
      const text = formatPlans(plans)
      expect(parsePlans(text)).toEqual(plans)
      const reads = plans.flatMap((one) => one.reads)
      const picks = reads.flatMap((one) => one.picks)
      const lines = plans.length + reads.length + reads.flatMap((one) => one.finds).length + picks.length
      expect(text.split('\n').length - 1).toBe(lines + picks.filter(({ sh }) => sh).length)
      expect(formatPlans(parsePlans(text))).toBe(text)
    }
  })

  test('lines of a later version are left out', () => {
    expect(parsePlans('every 60 1\nlater x\nread /a\npick 2 string .\nlater y\n')).toEqual([
      { every: 60, template: 1, reads: [{ path: '/a', finds: [], picks: [{ id: 2, type: 'string', ref: '' }] }] },
    ])
  })
})

test('the name of a parameter is one a report may have, and says its id', () => {
  for (const id of [1, 42, 999_999_999_999_999]) {
    expect(customName(id)).toMatch(parameterPattern)
    expect(customId(customName(id))).toBe(id)
  }
  for (const name of ['c.0', 'c.01', 'c.x', 'c', 'c.-1', 'cc.1', 'c.1.2', 'c.9999999999999999'])
    expect(customId(name)).toBeUndefined()
})
