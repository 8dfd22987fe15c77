import type { Sides } from '../connect/sides.ts'

/** A session on a host of its own, to a web page behind a device. */
export const sides: Sides = {
  outer: 'https://0123456789abcdef0123456789abcdef.connect.example',
  protocol: 'http',
  host: '192.168.1.10',
  port: 8080,
  shared: false,
}
