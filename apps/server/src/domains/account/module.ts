import { defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import type { Mailer } from '../mail/mailer.ts'
import { accessRoutes } from './access-routes.ts'
import { accountDemo } from './demo.ts'
import { emailRoutes } from './email-routes.ts'
import { signInStep } from './hooks.ts'
import { createLinkLimits, createSignInLimits } from './limits.ts'
import { mailReuse } from './mail-reuse.ts'
import { accountJobs } from './mailed-links.ts'
import { createRefusedSignIns } from './refused-sign-ins.ts'
import { registerRoutes } from './register-routes.ts'
import { resetRoutes } from './reset-routes.ts'
import { accountRoutes } from './routes.ts'
import { endBrowserSessions } from './store.ts'

interface Needs
  extends Pick<
    Services,
    'db' | 'consoleUrl' | 'config' | 'seal' | 'bus' | 'emit' | 'queue' | 'brand' | 'limits' | 'metrics' | 'log'
  > {
  mailer: Mailer
}

export const accountModule = defineModule({
  name: 'account',
  offers: [signInStep],
  routes({ config, seal, bus, emit, queue, mailer, brand, limits, metrics, log }: Needs, { handlers }) {
    const signIns = createSignInLimits(limits)
    const links = createLinkLimits(limits)
    const allowHttp = config.ALLOW_HTTP
    return [
      ...accountRoutes({
        seal,
        bus,
        limits: signIns,
        refused: createRefusedSignIns({ metrics, log }),
        allowHttp,
        termsDate: brand.terms?.date ?? null,
        csrfCookie: brand.csrf_cookie,
        steps: handlers(signInStep),
        emit,
      }),
      ...accessRoutes({ bus, mailer, brand, limits: signIns, allowHttp, seal, csrfCookie: brand.csrf_cookie }),
      ...resetRoutes({ bus, emit, queue, mailer, brand, signIns, links, allowHttp }),
      ...registerRoutes({ queue, mailer, brand, links, allowHttp, emit }),
      ...emailRoutes({ queue, mailer, signIns, links }),
    ]
  },
  jobs: (services: Needs) => accountJobs(services),
  events: ({ mailer }: Needs) => [mailReuse(mailer)],
  retention: [
    { table: 'sessions', since: 'expires_at', hours: 0 },
    { table: 'password_resets', since: 'expires_at', hours: 0 },
    { table: 'email_verifications', since: 'expires_at', hours: 0 },
  ],
  unexported: ['email_verifications', 'password_resets', 'sessions'],
  // Cookies are renewed with the key; access tokens are random and stay valid.
  rotateKey: async (db) => ({ sessions: await endBrowserSessions(db) }),
  demo: accountDemo,
})
