import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RichText, SafeHtml, SafeText } from './rich-text.tsx'
import { TipHost } from './tip-host.tsx'
import { tips } from './tips.ts'

afterEach(cleanup)

const rich = (text: string) => render(<RichText text={text} />).container.innerHTML
const safe = (html: string) => render(<SafeHtml html={html} />).container.innerHTML

test('S5.8: a line has links and emphasis, other elements are shown as source', () => {
  expect(rich('<b>a</b> <i>b</i> <em>c</em> <strong>d</strong>')).toBe(
    '<b>a</b> <i>b</i> <em>c</em> <strong>d</strong>',
  )
  expect(rich('<u>a</u><img src="x" onerror="alert(1)">')).toBe(
    '&lt;u&gt;a&lt;/u&gt;&lt;img src="x" onerror="alert(1)"&gt;',
  )
  expect(rich('<b onclick="alert(1)">a</b>')).toBe('<b>a</b>')
  expect(rich('<script>alert(1)</script>')).not.toContain('<script')
  expect(rich('1 < 2 & 3')).toBe('1 &lt; 2 &amp; 3')
})

test('S5.9 S5.11: links have address, target and class, and lead only to allowed addresses', () => {
  expect(rich('<a href="https://example.com" target="_blank" class="more" style="x">a</a>')).toBe(
    '<a href="https://example.com" rel="noopener noreferrer" target="_blank" class="more">a</a>',
  )
  for (const address of ['http://a.co', 'ftp://a.co', 'mailto:a@b.co', 'tel:+123']) {
    expect(rich(`<a href="${address}">a</a>`), address).toContain(`href="${address}"`)
  }
  for (const address of ['javascript:alert(1)', ' java\tscript:alert(1)', 'data:text/html,x', 'file:///x', '/logout']) {
    expect(rich(`<a href="${address}">a</a>`), address).toBe('<a>a</a>')
  }
})

test('S5.10: in general text, tables, links and images stay, the rest is removed', () => {
  const table = '<table><tbody><tr><th>a</th><td>b</td></tr></tbody></table>'
  expect(safe(`<p>x<br>y</p>${table}`)).toBe(`<p>x<br>y</p>${table}`)
  expect(safe('<img src="https://a.co/x.png" alt="x" onerror="alert(1)">')).toBe(
    '<img alt="x" src="https://a.co/x.png">',
  )
  expect(
    safe('<img src="javascript:alert(1)"><form><button>x</button></form><script>y</script><iframe></iframe>'),
  ).toBe('x')
})

test('S5.10: in texts of users, images uploaded here are shown and those of other hosts are links', () => {
  const text = (html: string) => render(<SafeText html={html} />).container.innerHTML
  const own = `${location.origin}/api/images/7`
  expect(text(`<img src="${own}" alt="Mast">`)).toBe(`<img alt="Mast" src="${own}">`)
  for (const src of ['https://a.co/api/images/7', `${location.origin}/api/sign-out`, `${own}/../../sign-out`]) {
    expect(text(`<img src="${src}" alt="Mast">`), src).toBe(
      `<a href="${src}" target="_blank" rel="noopener noreferrer">Mast</a>`,
    )
  }
  expect(text('<img src="javascript:alert(1)" alt="Mast">')).toBe('')
})

test('S5.7: a tip shows plain text', async () => {
  const label = '<img src=x onerror="alert(1)">'
  render(<TipHost />)
  act(() => tips.show({ element: document.body, label, side: 'bottom' }))
  expect(await screen.findByText(label, {}, { timeout: 4000 })).toBeTruthy()
  expect(document.querySelector('img')).toBeNull()
  act(() => tips.hide())
})
