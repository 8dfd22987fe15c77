import { useState } from 'react'
import { copyText } from './copy-text.ts'

/** Milliseconds for which 'copied' is shown. */
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
