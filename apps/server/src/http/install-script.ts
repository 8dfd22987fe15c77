import { text } from '@longreach/contract/i18n'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Bus } from '../bus/bus.ts'
import type { Db } from '../db/client.ts'
import { createAddressLimiter } from '../db/rate-limiter.ts'
import { findEnrolmentKey, isSpent } from '../domains/devices/enrolment/keys.ts'
import { enrolmentProgress } from '../domains/devices/topics.ts'
import { orWait } from '../endpoint/or-wait.ts'
import { Problem } from '../endpoint/problem.ts'
import { installPath } from '../gateway/install/info.ts'
import { refusalScript } from '../gateway/install/line.ts'
import { type Seal, sameText } from '../seal.ts'

/** Wrong keys allowed per address in a time, in seconds. */
const guesses = { points: 20, duration: 3600 } as const

const keyPattern = /^([a-z0-9]{8})\.([A-Za-z0-9]{32})$/

/** Browsers, with which an administrator reads the script; programs that run it on a device do not claim to be one. */
const browser = /^Mozilla\//

/**
 * Serves the install command as a script that can be read before it is run. The key in the path authorises the request.
 */
export function answerInstallScript(
  app: FastifyInstance,
  deps: {
    db: Db
    seal: Seal
    bus: Bus
    limits: pg.Pool
    script: (index: number, enrolmentKey: string) => string | undefined
  },
): void {
  const { db, seal, bus } = deps
  const limiter = createAddressLimiter(deps.limits, 'install-script', guesses)

  async function findKey(given: string) {
    const [, shown = '', secret = ''] = keyPattern.exec(given) ?? []
    const key = await findEnrolmentKey(db, shown)
    // Refusing an unknown key takes as long as refusing a wrong secret.
    return sameText(key ? seal.open(key.secret) : '', secret) ? key : undefined
  }

  app.get<{ Params: { key: string; address?: string } }>(`${installPath}/:key/:address?`, async (request, reply) => {
    const { key: given, address = '0' } = request.params
    // Counted before the response, so that simultaneous attempts do not pass together.
    await orWait('system.too_many_attempts', () => limiter.consume(request.ip))
    const key = await findKey(given)
    const script = key && /^\d{1,2}$/.test(address) ? deps.script(Number(address), given) : undefined
    if (!key || script === undefined) throw new Problem('NOT_FOUND', { message: text('devices.install_unknown') })
    await limiter.reward(request.ip)
    reply.header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'no-store')
    if (isSpent(key)) return refusalScript('this install command was used up or has expired: create a new one')
    if (key.created_by !== null && !browser.test(request.headers['user-agent'] ?? ''))
      bus.publish(enrolmentProgress, {
        userId: key.created_by,
        progress: { enrolment_key_id: key.id, step: 'fetched', device: null, reason: null },
      })
    return script
  })
}
