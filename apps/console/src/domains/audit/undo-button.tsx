import type { AuditLine } from '@longreach/contract/audit/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { undoOnServer } from '../../ui/undo-change.ts'
import classes from './audit.module.css'

/** Undoes the change of a line while that is possible; `row`: in the row itself, visible under the pointer. */
export function UndoButton({ line, row = false }: { line: AuditLine; row?: boolean }) {
  const { t } = useTranslation('audit')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const id = line.undo_id
  if (id === null) return null
  return (
    <Button
      size="small"
      className={row ? classes.undo : undefined}
      tabIndex={row ? -1 : undefined}
      aria-label={t('undoOf', { sentence: line.sentence })}
      disabled={busy}
      onClick={() => {
        setBusy(true)
        void undoOnServer(id, client).finally(() => setBusy(false))
      }}
    >
      {t('undo')}
    </Button>
  )
}
