import { brandSchema } from '@longreach/contract/brand/schemas'
import { expect, test } from 'vitest'
import { render } from './render.ts'
import type { MailText } from './templates.ts'

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
