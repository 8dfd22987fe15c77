import './texts.ts'
import { type Declaration, declarations, isFirmware } from '@longreach/contract/files/constants'
import type { FileRecord } from '@longreach/contract/files/schemas'
import { declareFirmware } from '@longreach/contract/firmware/endpoints'
import { IconRosetteDiscountCheck, IconRosetteDiscountCheckOff, IconSparkles } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'

const icons = { stable: IconRosetteDiscountCheck, latest: IconSparkles } as const

/** Marks an image as stable or latest, or removes that mark. */
export function DeclareItems({ file }: { file: FileRecord }) {
  const { t } = useTranslation('firmware')
  const client = useQueryClient()
  const mayGlobal = useCan('upload_files_global_scope')
  if (!isFirmware(file.type) || file.shared || (file.type === 'global_firmware' && !mayGlobal)) return null
  const declare = async (declared: Declaration | null) => {
    try {
      await call(declareFirmware, { params: { id: file.id }, body: { declared } })
      const { name } = file
      toast(
        declared === null
          ? t('declare.withdrawn', { name })
          : t(declared === 'stable' ? 'declare.doneStable' : 'declare.doneLatest', { name }),
        'success',
      )
    } catch (error) {
      toast(messageOf(error), 'error')
    }
    void client.invalidateQueries({ queryKey: ['files'] })
    void client.invalidateQueries({ queryKey: ['firmware'] })
    void client.invalidateQueries({ queryKey: ['devices'] })
  }
  return (
    <>
      {declarations
        .filter((one) => one !== file.declared)
        .map((one) => {
          const Icon = icons[one]
          return (
            <MenuItem key={one} leftSection={<Icon size={16} stroke={1.6} />} onClick={() => void declare(one)}>
              {t(`declare.${one}`)}
            </MenuItem>
          )
        })}
      {file.declared === null ? null : (
        <MenuItem
          leftSection={<IconRosetteDiscountCheckOff size={16} stroke={1.6} />}
          onClick={() => void declare(null)}
        >
          {t('declare.withdraw', { declared: file.declared })}
        </MenuItem>
      )}
    </>
  )
}
