import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { type Text, text } from '@longreach/contract/i18n'
import ssh2, { type AuthHandlerMiddleware, type ConnectConfig } from 'ssh2'
import type { Login } from '../domains/remote/credentials.ts'
import type { SeenKey } from '../domains/remote/host-keys.ts'
import { inEnglish } from '../texts.ts'
import { connectTiming } from './timing.ts'

/** Old servers support only these; the defaults come first. zlib is excluded: closing such a channel throws. */
const algorithms = {
  kex: {
    append: ['diffie-hellman-group-exchange-sha1', 'diffie-hellman-group14-sha1', 'diffie-hellman-group1-sha1'],
    prepend: [],
    remove: [],
  },
  serverHostKey: { append: ['ssh-dss'], prepend: [], remove: [] },
  cipher: { append: ['aes256-cbc', 'aes128-cbc', '3des-cbc'], prepend: [], remove: [] },
  hmac: { append: ['hmac-md5'], prepend: [], remove: [] },
  compress: ['none'],
} as unknown as NonNullable<ConnectConfig['algorithms']>

export type LoginFault = 'refused' | 'host_key' | 'no_ssh' | 'closed'

export class LoginError extends Error {
  readonly fault: LoginFault

  readonly text: Text

  constructor(fault: LoginFault, message: Text) {
    super(inEnglish(message))
    this.text = message
    this.name = 'LoginError'
    this.fault = fault
  }
}

/** Type and fingerprint of a host key in wire format. */
function seenKey(blob: Buffer): SeenKey {
  const length = blob.length >= 4 ? blob.readUInt32BE(0) : 0
  const type = blob.subarray(4, 4 + Math.min(length, 64)).toString('latin1')
  const digest = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')
  return { type: /^[\w@.-]+$/.test(type) ? type : 'unknown', fingerprint: `SHA256:${digest}` }
}

/**
 * Offers each method that the server accepts once: a key, or a password, directly or as the answer to the server's
 * single question.
 */
function authHandlerOf(login: Login): AuthHandlerMiddleware {
  const { username } = login
  let tried: 'nothing' | 'none' | 'all' = 'nothing'
  return (methodsLeft, _partial, next) => {
    if ('privateKey' in login) {
      if (tried !== 'nothing') return next(false as never)
      tried = 'all'
      return next({ type: 'publickey', username, key: login.privateKey })
    }
    if (tried === 'nothing') {
      // `none` lists the available methods, and signs in if no password is set.
      tried = 'none'
      return next({ type: 'none', username })
    }
    if (tried === 'all') return next(false as never)
    tried = 'all'
    if (methodsLeft?.includes('password')) return next({ type: 'password', username, password: login.password })
    return next({
      type: 'keyboard-interactive',
      username,
      prompt: (_name, _instructions, _language, prompts, finish) => finish(prompts.map(() => login.password)),
    })
  }
}

function faultOf(error: Error & { level?: string }): LoginError {
  if (error.level === 'client-authentication') return new LoginError('refused', text('remote.ssh_refused'))
  if (error.level === 'client-timeout') return new LoginError('no_ssh', text('remote.ssh_silent'))
  if (/verif/i.test(error.message)) return new LoginError('host_key', text('remote.host_key_refused'))
  return new LoginError('no_ssh', text('remote.ssh_unknown', { fault: error.message.slice(0, 120) }))
}

/**
 * Signs in over a channel. `verify` decides about the host key and may take its time. Rejects with LoginError after
 * closing the channel.
 */
export function signIn(
  channel: Duplex,
  login: Login,
  verify: (seen: SeenKey) => Promise<boolean>,
): Promise<ssh2.Client> {
  const client = new ssh2.Client()
  return new Promise((resolve, reject) => {
    const expire = () => fail(new LoginError('no_ssh', text('remote.ssh_silent')))
    let timer = setTimeout(expire, connectTiming.signIn)
    let over = false
    const fail = (error: LoginError) => {
      over = true
      clearTimeout(timer)
      client.destroy()
      channel.destroy()
      reject(error)
    }
    client.on('error', (error) => fail(faultOf(error)))
    client.once('close', () => fail(new LoginError('closed', text('remote.ssh_closed'))))
    client.once('ready', () => {
      clearTimeout(timer)
      resolve(client)
    })
    client.connect({
      sock: channel as never,
      username: login.username,
      authHandler: authHandlerOf(login),
      tryKeyboard: true,
      readyTimeout: 0,
      keepaliveInterval: connectTiming.keepalive,
      algorithms,
      hostVerifier: (blob: Buffer, done: (good: boolean) => void) => {
        clearTimeout(timer)
        const decide = (good: boolean) => {
          // The server may have closed while the user was deciding; ssh2 throws if it then gets the answer.
          if (over) return
          timer = setTimeout(expire, connectTiming.signIn)
          done(good)
        }
        verify(seenKey(blob)).then(decide, () => decide(false))
      },
    })
  })
}
