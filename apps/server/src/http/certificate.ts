import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import { createSecureContext, rootCertificates } from 'node:tls'
import { formatTime } from '@longreach/contract/time'
import { ConfigError } from '../config.ts'

/** Milliseconds between checks for renewed files. */
const lookEvery = 60_000
/** Milliseconds before the expiry at which warnings start, and between two warnings. */
const warnBefore = 14 * 86_400_000
const warnEvery = 86_400_000

export interface CertificateFiles {
  cert: string
  key: string
}

interface Certificate {
  cert: Buffer
  key: Buffer
  expiresAt: Date
  /** True if a device with the usual certificate authorities trusts it. */
  trusted: boolean
}

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** True if the chain leads to one of Node's root authorities, which match those of browsers and systems. */
function isTrusted(chain: Buffer): boolean {
  const last = new X509Certificate(chain.toString('latin1').match(pem)?.at(-1) ?? chain)
  return rootCertificates.some((root) => {
    const authority = new X509Certificate(root)
    return last.checkIssued(authority) && last.verify(authority.publicKey)
  })
}

/** Reads the two files. Throws ConfigError if they cannot serve browsers. */
async function readCertificate(files: CertificateFiles, now: Date): Promise<Certificate> {
  const fault = (setting: string, words: string) => new ConfigError(`${setting}: ${words}`)
  const read = (setting: string, file: string) =>
    readFile(file).catch((error: Error) => {
      throw fault(setting, error.message)
    })
  const cert = await read('TLS_CERT', files.cert)
  const key = await read('TLS_KEY', files.key)
  const parse = <T>(setting: string, file: string, what: string, work: () => T) => {
    try {
      return work()
    } catch {
      throw fault(setting, `${file} contains no ${what}`)
    }
  }
  const first = parse('TLS_CERT', files.cert, 'certificate in PEM', () => new X509Certificate(cert))
  const secret = parse('TLS_KEY', files.key, 'private key in PEM without a password', () => createPrivateKey(key))
  if (!first.checkPrivateKey(secret))
    throw fault('TLS_KEY', `${files.key} is not the key of the first certificate in ${files.cert}`)
  parse('TLS_CERT', files.cert, 'usable certificate chain', () => createSecureContext({ cert, key }))
  const [from, to] = [new Date(first.validFrom), new Date(first.validTo)]
  if (to <= now) throw fault('TLS_CERT', `${files.cert} expired at ${formatTime(to)} UTC`)
  if (from > now) throw fault('TLS_CERT', `${files.cert} is not valid before ${formatTime(from)} UTC`)
  return { cert, key, expiresAt: to, trusted: isTrusted(cert) }
}

export interface Certificates {
  /** The certificate at the start of a server. */
  current(): { cert: Buffer; key: Buffer }
  expiresAt(): Date
  trusted(): boolean
  /**
   * Gives each renewed certificate to new connections of the server until the returned function is called; open
   * connections keep theirs.
   */
  keepNew(server: Server): () => void
  /** Checks the files now. Files that cannot be used are logged, and the previous certificate stays in use. */
  reload(): Promise<void>
  stop(): void
}

/** The certificate of TLS_CERT and TLS_KEY, reloaded when the files change. Rejects with ConfigError. */
export async function openCertificates(
  files: CertificateFiles,
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void },
): Promise<Certificates> {
  let certificate = await readCertificate(files, new Date())
  const servers = new Set<SecureServer>()
  let refused = ''
  let warned = 0

  async function reload(): Promise<void> {
    try {
      const read = await readCertificate(files, new Date())
      refused = ''
      if (read.cert.equals(certificate.cert) && read.key.equals(certificate.key)) return
      certificate = read
      for (const server of servers) server.setSecureContext(certificate)
      log.info({ expiresAt: certificate.expiresAt }, 'certificate renewed')
    } catch (error) {
      const { message } = error as Error
      // Logged once for each state of the files: a renewal writes two of them.
      if (message !== refused)
        log.warn({ reason: message }, 'certificate could not be reloaded; the previous one stays in use')
      refused = message
    }
  }

  function warn(): void {
    const { expiresAt } = certificate
    const now = Date.now()
    if (expiresAt.getTime() - now > warnBefore || now - warned < warnEvery) return
    warned = now
    log.warn({ expiresAt }, 'certificate expires soon')
  }
  warn()
  const timer = setInterval(() => void reload().then(warn), lookEvery)

  return {
    current: () => certificate,
    expiresAt: () => certificate.expiresAt,
    trusted: () => certificate.trusted,
    keepNew(server) {
      servers.add(server as SecureServer)
      return () => servers.delete(server as SecureServer)
    },
    reload,
    stop: () => clearInterval(timer),
  }
}
