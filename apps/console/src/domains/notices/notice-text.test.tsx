import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NoticeText, plainText } from './notice-text.tsx'

const drawn = (html: string) => render(<NoticeText html={html} />).container.firstElementChild?.innerHTML

test('allowed markup of a message is drawn', () => {
  expect(drawn('<p>Now <strong>or</strong><br>never</p><ul><li><em>one</em></li></ul>')).toBe(
    '<p>Now <strong>or</strong><br>never</p><ul><li><em>one</em></li></ul>',
  )
  expect(drawn('<a href="https://example.test/x">there</a>')).toBe(
    '<a href="https://example.test/x" rel="noopener noreferrer" target="_blank">there</a>',
  )
})

test('tables are drawn, and an image is a link to it', () => {
  const table = '<table><tbody><tr><td>a</td></tr></tbody></table>'
  expect(drawn(table)).toBe(table)
  expect(drawn('<img src="https://example.test/x.png" alt="Map">')).toBe(
    '<a href="https://example.test/x.png" target="_blank" rel="noopener noreferrer">Map</a>',
  )
})

test('nothing else is drawn, whatever the server sent', () => {
  expect(drawn('<script>alert(1)</script><img src=x onerror="alert(1)">x')).toBe('x')
  expect(drawn('<b onclick="alert(1)" style="color:red">x</b>')).toBe('<b>x</b>')
  expect(drawn('<a href="javascript:alert(1)">x</a><a href="/logout">y</a>')).toBe('<a>x</a><a>y</a>')
  expect(drawn('<style>*{}</style><iframe srcdoc="x"></iframe><form><button>x</button></form>')).toBe('x')
  expect(plainText('<p>one</p><script>two</script><p>th<b>ree</b></p>a<br>b')).toBe('one three a b')
})
