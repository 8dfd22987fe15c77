let cookie = 'XSRF-TOKEN'

/** A brand can set another name of the cookie. */
export function setCsrfCookie(name: string): void {
  cookie = name
}

/** The CSRF token of the session; undefined without a session. */
export function csrfToken(): string | undefined {
  const start = `${cookie}=`
  const value = document.cookie
    .split('; ')
    .find((one) => one.startsWith(start))
    ?.slice(start.length)
  return value === undefined || value === '' ? undefined : decodeURIComponent(value)
}
