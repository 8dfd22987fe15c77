/** The same pattern as in `z.email()`. */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
export const longestEmail = 200

/** False for some accounts, which have a name in place of an address. */
export const isEmailAddress = (text: string) => text.length <= longestEmail && emailPattern.test(text)
