import { ApiError } from '../api/error.ts'

/** Makes the call, and again once the password is confirmed, if the server asks for it (423); null if it was not given. */
export async function withPassword<Result>(makeCall: () => Promise<Result>): Promise<Result | null> {
  try {
    return await makeCall()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 423) throw error
    const { askPassword } = await import('./password-window.tsx')
    return (await askPassword()) ? makeCall() : null
  }
}
