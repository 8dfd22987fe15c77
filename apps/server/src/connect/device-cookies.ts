import type { Sides } from './sides.ts'

const ownNames = /^(__Host-(session|browser)|(__Host-)?connect-[0-9a-f]{8}|(__Secure-)?shell)$/
const consoleNames = /^(session|browser|([A-Za-z0-9]+-)*XSRF-TOKEN)$/
/** True for the names of the server's own cookies, which a target must neither see nor set. */
const isOwn = (name: string, { shared }: Pick<Sides, 'shared'>) =>
  ownNames.test(name) || (shared && consoleNames.test(name))

/** Before the name of a target's cookie that is also one of the server's. */
const renamed = 'device_'

/**
 * The `Cookie` header without the server's own cookies, and with those of the target under their own names; undefined
 * if none is left.
 */
export function inwardCookies(header: string | undefined, sides: Pick<Sides, 'shared'>): string | undefined {
  const pairs = (header ?? '').split(';').map((part) => part.trim())
  const nameOf = (pair: string) => pair.split('=')[0]?.trim() ?? ''
  const rest = pairs
    .filter((pair) => pair !== '' && !isOwn(nameOf(pair), sides))
    .map((pair) => {
      const isRenamed = pair.startsWith(renamed) && isOwn(nameOf(pair).slice(renamed.length), sides)
      return isRenamed ? pair.slice(renamed.length) : pair
    })
  return rest.length > 0 ? rest.join('; ') : undefined
}

/**
 * `Set-Cookie` for the session's own host: without a domain, valid over plain HTTP, and under another name if the server
 * has a cookie of that one.
 */
export function outwardCookie(line: string, sides: Sides): string {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  // Browsers store `=name=value` without a name and send it as `name=value`.
  const named = pair.replace(/^[=\s]+/, '')
  const owned = isOwn(named.split('=')[0]?.trim() ?? '', sides)
  const secure = sides.outer.startsWith('https:')
  const kept = attributes.filter((attribute) => {
    const [key = '', value = ''] = attribute
      .toLowerCase()
      .split('=')
      .map((part) => part.trim())
    if (key === 'domain' || key === 'partitioned' || (key === 'samesite' && value === 'none')) return false
    return key !== 'secure' || secure
  })
  return [owned ? renamed + named : pair, ...kept].join('; ')
}
