const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** Bytes in steps of 1024 up to TB, as the console shows them. */
export function bytesText(bytes: number): string {
  const step = bytes > 0 ? Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024))) : 0
  const value = bytes / 1024 ** step
  return `${Number(value.toFixed(value < 10 && step > 0 ? 1 : 0))} ${units[step]}`
}
