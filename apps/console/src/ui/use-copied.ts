import { useState } from 'react'
import { copyText } from './copy-text.ts'

/** Milliseconds for which it is shown that something was copied. */
const shown = 2000

/** Whether the text was just copied, and a function that copies it. */
export function useCopied(text: string): [boolean, () => Promise<void>] {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) return
    setCopied(true)
    setTimeout(() => setCopied(false), shown)
  }
  return [copied, copy]
}
