/** `YYYY-MM-DD HH:mm:ss` in UTC, the form of every date-time in queries and responses. */
export function formatTime(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ')
}

/** The inverse of formatTime; null if the text is not such a time, or the day does not exist. */
export function parseTime(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return null
  const time = new Date(`${text.replace(' ', 'T')}Z`)
  return Number.isNaN(time.getTime()) || formatTime(time) !== text ? null : time
}
