import { defineDomain } from '../../registry/domain.ts'

/** Pages for visitors who are not signed in. */
const open = { permissions: [], open: true, standalone: true } as const

export const account = defineDomain({
  name: 'account',
  help: () => import('./en/help.json'),
  screens: [
    {
      path: '/account',
      permissions: [],
      help: 'account',
      page: () => import('./account-page.tsx').then((file) => file.AccountPage),
    },
    { path: '/login', ...open, page: () => import('./sign-in-page.tsx').then((file) => file.SignInPage) },
    { path: '/logout', ...open, page: () => import('./sign-out-page.tsx').then((file) => file.SignOutPage) },
    { path: '/set-up', ...open, page: () => import('./set-up-page.tsx').then((file) => file.SetUpPage) },
    {
      path: '/forgot-password',
      ...open,
      page: () => import('./forgot-password-page.tsx').then((file) => file.ForgotPasswordPage),
    },
    {
      path: '/reset-password',
      ...open,
      page: () => import('./reset-password-page.tsx').then((file) => file.ResetPasswordPage),
    },
    { path: '/register', ...open, page: () => import('./register-page.tsx').then((file) => file.RegisterPage) },
    {
      path: '/verify-email',
      ...open,
      page: () => import('./verify-email-page.tsx').then((file) => file.VerifyEmailPage),
    },
  ],
  parts: [{ at: 'shell.start', load: () => import('./start-questions.tsx').then((file) => file.StartQuestions) }],
  search: () => import('./search.ts'),
})
