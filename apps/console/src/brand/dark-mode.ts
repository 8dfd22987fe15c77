export type DarkMode = 'auto' | 'on' | 'off'

/** Read from the cookie `dark_mode`, like the inline script of index.html before the first paint. */
export function readDarkMode(cookies: string = document.cookie): DarkMode {
  const value = /(?:^|; )dark_mode=(on|off)(?:;|$)/.exec(cookies)?.[1]
  return value === 'on' || value === 'off' ? value : 'auto'
}

/** `auto` removes the cookie. */
export function writeDarkMode(mode: DarkMode): void {
  const life = mode === 'auto' ? 0 : 31_536_000
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing where the console is served over plain HTTP
  document.cookie = `dark_mode=${mode}; path=/; max-age=${life}; samesite=lax`
}

/** `auto` follows the system. */
export function isDark(mode: DarkMode): boolean {
  return mode === 'on' || (mode === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
}
