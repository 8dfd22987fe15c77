import { getSessionUser } from '@longreach/contract/account/endpoints'
import { deleteUserByEmail } from '@longreach/contract/users/endpoints'
import { signIn } from '../apps/server/src/test/client.ts'
import { password, signIn as signInPage } from './console-world.ts'
import { registerUser } from './register-user.ts'
import { test as base } from './test.ts'

/** The page is signed in as an administrator of the demo's company whose settings no other test shares. */
export const test = base.extend<{ own: { id: number } }>({
  own: async ({ page, baseURL }, use) => {
    const url = baseURL ?? ''
    const root = await signIn(url, 'root@longreach.test', password)
    const admin = await signIn(url, 'admin@longreach.test', password)
    const user = await registerUser(root, url, (await admin.call(getSessionUser)).data.company.id, 'admin')
    await signInPage(page, user)
    const own = await signIn(url, user.email, password)
    await use({ id: (await own.call(getSessionUser)).data.id })
    await root.call(deleteUserByEmail, { body: { email: user.email } })
  },
})
