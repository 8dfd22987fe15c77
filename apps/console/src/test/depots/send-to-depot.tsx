import { textOf } from '../../i18n/i18n.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import type { BulkProps } from '../../tables/table-page.tsx'

export const SendToDepot = ({ clear }: BulkProps) => <BulkAction onClick={clear}>{textOf('depots:send')}</BulkAction>
