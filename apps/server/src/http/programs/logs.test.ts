import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { Problem } from '../../endpoint/problem.ts'
import { listenInOrder } from '../../listeners.ts'
import { send } from '../../test/foreign-program.ts'
import { createForwarded } from '../forwarded.ts'
import { createHttpServer } from '../server.ts'
import { leadPrograms } from './addresses.ts'

test('no token is in a log, wherever a program puts it and whatever fails', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  const forwarded = createForwarded([])
  const http = await createHttpServer({ log, forwarded, certificates: undefined })
  http.get('/api/devices', () => Promise.reject(new Error('broken')))
  http.setNotFoundHandler(() => {
    throw new Problem('NOT_FOUND')
  })
  listenInOrder(http.server, [leadPrograms(undefined, forwarded)])
  const base = await http.listen({ host: '127.0.0.1', port: 0 })
  const header = { authorization: 'Bearer pat_secret' }
  for (const path of [
    '/devices?access_token=pat_secret',
    '/v3/devices/',
    '/nothing?token=pat_secret',
    '/%zz?a=pat_secret',
  ])
    expect((await send(base, 'GET', path, header)).json.success).toBe(false)
  for (const bytes of [
    'GET /devices?token=pat_secret HELLO\r\n\r\n',
    `GET / HTTP/1.1\r\nA: pat_secret${'x'.repeat(20_000)}`,
  ]) {
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    socket.resume()
    socket.on('error', () => {})
    socket.write(bytes)
    await new Promise((resolve) => socket.on('close', resolve))
  }
  await http.close()
  expect(lines.join('')).toContain('broken')
  expect(lines.join('')).not.toContain('pat_secret')
})
