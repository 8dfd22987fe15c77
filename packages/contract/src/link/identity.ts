/** Serial of a catalogue model: ten digits; for all others: up to 64 safe characters. */
export const catalogueSerialPattern = /^[0-9]{10}$/
export const serialPattern = /^[A-Za-z0-9._-]{1,64}$/
/** Upper case with colons, as sent and stored. */
export const macPattern = /^[0-9A-F]{2}(:[0-9A-F]{2}){5}$/
export const bootPattern = /^[0-9a-f]{12}$/
export const boardPattern = /^[A-Za-z0-9,._-]{1,100}$/

/** `00-1e-42-aa-bb-cc`, `001e42aabbcc` and the like → `00:1E:42:AA:BB:CC`; null if it is not a MAC. */
export function normaliseMac(text: string): string | null {
  const digits = text
    .trim()
    .replace(/[:.\-\s]/g, '')
    .toUpperCase()
  return /^[0-9A-F]{12}$/.test(digits) ? digits.match(/../g)!.join(':') : null
}

/** 15 digits whose last is the Luhn check digit (3GPP TS 23.003 §6.2.1). */
export function isImei(text: string): boolean {
  if (!/^[0-9]{15}$/.test(text)) return false
  const sum = [...text].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/**
 * The text from which both ends compute the HMAC-SHA256; the key is the enrolment key's secret or the device password.
 */
export function proofText(nonce: string, serial: string, mac: string): string {
  return nonce + serial + mac
}
