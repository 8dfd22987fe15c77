import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createToken } from './account/access-endpoints.ts'
import { register } from './account/register-endpoints.ts'
import { companyChangeSchema } from './companies/schemas.ts'
import { roleChangeSchema } from './roles/schemas.ts'
import { tagChangeSchema } from './tags/schemas.ts'

const name = (schema: z.core.$ZodType | undefined, field: string) => (text: string) => {
  const parsed = z.safeParse(schema as z.core.$ZodType, { [field]: text })
  return !parsed.error?.issues.some(({ path }) => path[0] === field)
}

test.each([
  ['companies', (text: string) => z.safeParse(companyChangeSchema, { name: text }).success],
  ['tags', name(tagChangeSchema, 'name')],
  ['roles', name(roleChangeSchema, 'title')],
  ['access tokens', name(createToken.body, 'name')],
  ['people', name(register.body, 'first_name')],
])('names of %s are one line without direction overrides', (_, allows) => {
  for (const text of ['Pier №3', 'ميناء الشمال', '港口北', '👩‍👩‍👧 family', 'O’Neil + Söhne'])
    expect(allows(text)).toBe(true)
  for (const text of [
    'two\nlines',
    'tab\there',
    'bell\u0007s',
    'red\u001b[31m',
    '\u202Efdp.exe',
    'iso\u2067late',
    'a\u2028b',
  ])
    expect(allows(text)).toBe(false)
})
