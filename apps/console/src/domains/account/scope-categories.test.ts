import { tokenScopes } from '@longreach/contract/account/scopes'
import answers from '@longreach/contract/roles/texts.en.json' with { type: 'json' }
import { expect, test } from 'vitest'
import access from './en/access.json' with { type: 'json' }

test('categories of scopes have the same titles as those of permissions', () => {
  for (const { category } of tokenScopes) expect(access.categories[category]).toBe(answers[`category_${category}`])
})
