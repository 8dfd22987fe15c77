import { actionKindNames } from '@longreach/contract/actions/kinds'
import answers from '@longreach/contract/actions/texts.en.json' with { type: 'json' }
import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { kindTitle } from './kind-title.ts'

beforeAll(startTexts)

test('an action has the same title on screens and in the server’s messages', () => {
  for (const kind of actionKindNames) expect(kindTitle(kind)).toBe(answers[`title_${kind}`])
  expect(kindTitle('of_a_newer_server')).toBe('of_a_newer_server')
})
