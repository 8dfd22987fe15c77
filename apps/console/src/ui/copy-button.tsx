import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { IconCheck, IconCopy } from './icons.ts'
import { useCopied } from './use-copied.ts'

export function CopyButton({ text, look = 'default' }: { text: string; look?: 'default' | 'primary' }) {
  const { t } = useTranslation('ui')
  const [copied, copy] = useCopied(text)
  return (
    <Button
      look={look}
      size="small"
      icon={copied ? <IconCheck size={16} stroke={1.8} /> : <IconCopy size={16} stroke={1.6} />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{t(copied ? 'copied' : 'copy')}</span>
    </Button>
  )
}
