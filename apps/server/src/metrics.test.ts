import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { until } from './test/until.ts'

v8.setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('its own and those of the process are listed, without the version of Node.js', async () => {
  const { counter, gauge, text } = createMetrics()
  counter('pages_read_total', 'Pages')(3)
  gauge('pages_open', 'Open pages', () => 7)
  const lines = (await text()).split('\n')
  expect(lines).toContain('pages_read_total 3')
  expect(lines).toContain('pages_open 7')
  expect(lines.filter((line) => line.startsWith('nodejs_heap_size_total_bytes'))).toHaveLength(1)
  expect(lines.join()).not.toContain('nodejs_version_info')
})

test('those of a server that has stopped take no memory', async () => {
  const make = () => {
    const { registry } = createMetrics()
    return new WeakRef(registry)
  }
  const registry = make()
  await until(() => {
    collectGarbage()
    return registry.deref() === undefined
  })
})
