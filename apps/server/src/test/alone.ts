import path from 'node:path'
import { expect } from 'vitest'

/**
 * Test files that concern a single process, with the reason: even with TEST_BALANCED=1 they start one. All others also
 * pass on two nodes behind the balancer.
 */
const alone: Readonly<Record<string, string>> = {
  'connect/connect-domain.test.ts': 'plays the proxy in front itself',
  'connect/ports.test.ts': 'a balancer cannot distinguish the ports of sessions',
  'domains/system/disk-space.test.ts': 'each process looks at the disk for itself',
  'http/certificate.test.ts': 'speaks TLS with the process itself',
  'http/cost.test.ts': 'counts every statement, and a balancer asks after its nodes',
  'http/limits.test.ts': 'each process counts what is open for itself, and a balancer ends slow clients first',
  'http/redirect.test.ts': 'the port for plain HTTP is one process’s',
  'key-rotation.test.ts': 'stops the server and looks into its data folder',
}

const home = path.resolve(import.meta.dirname, '..')

/** True if the current test file is one of them. */
export const isAlone = () => path.relative(home, expect.getState().testPath ?? '') in alone
