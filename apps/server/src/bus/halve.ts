/** Splits a message that is too big for one; undefined if it cannot be split. */
export function halve<Message extends object>(message: Message): Message[] | undefined {
  for (const [name, list] of Object.entries(message)) {
    if (!Array.isArray(list) || list.length < 2) continue
    const middle = Math.ceil(list.length / 2)
    return [list.slice(0, middle), list.slice(middle)].map((part) => ({ ...message, [name]: part }))
  }
  return undefined
}
