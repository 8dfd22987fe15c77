import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { type ActedOn, useCompanyActions } from './use-company-actions.ts'

export function CompanyButtons({ company }: { company: ActedOn }) {
  const navigate = useNavigate()
  const actions = useCompanyActions(company, () => void navigate({ to: '/companies' }))
  return actions.map(({ key, icon: Icon, label, run }) => (
    <Button key={key} size="small" icon={<Icon size={16} stroke={1.6} />} onClick={run}>
      {label}
    </Button>
  ))
}
