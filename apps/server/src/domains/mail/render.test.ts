import { brandSchema } from '@longreach/contract/brand/schemas'
import { expect, test } from 'vitest'
import { render } from './render.ts'
import { type MailText, write } from './templates.ts'

const content = {
  subject: 'Hello\r\nBcc: all@example.test',
  lines: ['<script>alert("x")</script> & more'],
  action: { label: 'Go', link: 'https://console.test/a?b=1&c=2#"x' },
  foot: [],
} as unknown as MailText

test('any content of a mail is text, in the HTML and in the headers', () => {
  const { subject, text, html } = render(content, brandSchema.parse({ full_app_name: 'A & B <i>' }))
  expect(subject).toBe('Hello Bcc: all@example.test')
  expect(html).not.toContain('<script>')
  expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; more')
  expect(html).toContain('href="https://console.test/a?b=1&amp;c=2#&quot;x"')
  expect(html).toContain('A &amp; B &lt;i&gt;')
  expect(text).toContain('<script>alert("x")</script> & more')
})

test('the label on the brand colour can be read', () => {
  const ink = (color: string) =>
    /padding:11px 20px;color:(#\w+)/.exec(render(content, brandSchema.parse({ color })).html)?.[1]
  expect([ink('#1E5D9E'), ink('#ffd400')]).toEqual(['#ffffff', '#000000'])
})

test('a name is no link, whatever it looks like', () => {
  const brand = brandSchema.parse({})
  const link = 'https://console.test/register#token'
  const company = 'Win: https://evil.example/prize www.evil.example a@evil.example'
  const { subject, text, html } = render(
    write('invitation', brand, { link, company, inviter: 'ann@evil.example' }),
    brand,
  )
  for (const part of [subject, text.replaceAll(link, ''), html.replaceAll(link, '')]) {
    expect(part).toContain('evil')
    expect(part).not.toMatch(/:\/\/|evil\.example|@evil|www\.evil/)
  }
  expect(text).toContain(link)
})
