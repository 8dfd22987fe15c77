import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** True if a program is installed. */
export const has = (program: string) =>
  spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin` } }).status ===
  0

export interface CertificateFiles {
  folder: string
  cert: string
  key: string
}

/** A certificate for localhost and the names below connect.test, and its key; with `expired` it expired yesterday. */
export function makeCertificate(folder = mkdtempSync(path.join(tmpdir(), 'tls-')), expired = false): CertificateFiles {
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')]
  const openssl = (line: string) => execFileSync('openssl', line.split(' '), { stdio: 'pipe' })
  const names = 'subjectAltName=DNS:localhost,DNS:*.connect.test,IP:127.0.0.1'
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -days 30'
  openssl(`${request} -addext ${names} -keyout ${key} -out ${cert}`)
  if (expired) openssl(`x509 -in ${cert} -signkey ${key} -days -1 -out ${cert}`)
  return { folder, cert, key }
}
