import './texts.ts'
import { IconChartHistogram } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { failureOf, isMissing } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { ObjectPage } from '../../ui/object-page.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { templateQuery } from './queries.ts'
import { TemplateForm } from './template-form.tsx'

function Trail() {
  const { t } = useTranslation('monitoring')
  return <Link to="/monitoring-templates">{t('title')}</Link>
}

/** `/monitoring-templates/create`. */
export function NewTemplatePage() {
  const { t } = useTranslation('monitoring')
  const name = t('form.new')
  return (
    <ObjectPage label={t('title')} trail={<Trail />} name={name} identity={<h1>{name}</h1>}>
      <TemplateForm template={null} />
    </ObjectPage>
  )
}

/** Shown if there is no such template, or if it is a system template. */
function Missing() {
  const { t } = useTranslation('monitoring')
  const navigate = useNavigate()
  usePageTitle(t('form.missing'))
  return (
    <EmptyState
      alone
      icon={<IconChartHistogram size={22} stroke={1.6} />}
      title={t('form.missing')}
      text={t('form.missingText')}
      action={<Button onClick={() => void navigate({ to: '/monitoring-templates' })}>{t('form.back')}</Button>}
    />
  )
}

/** `/monitoring-templates/edit/{id}`. */
export function EditTemplatePage() {
  const { t } = useTranslation('monitoring')
  const id = Number(useParams({ strict: false }).id)
  const known = Number.isInteger(id) && id > 0
  const { data: template, error, refetch } = useQuery({ ...templateQuery(id), enabled: known })
  if (!known || isMissing(error) || template?.type === 'system') return <Missing />
  if (error && !template) return <ErrorState title={t('failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  if (!template) return null
  const { name } = template.config
  return (
    <ObjectPage label={t('title')} trail={<Trail />} name={name} identity={<h1>{name}</h1>}>
      <TemplateForm key={id} template={template} />
    </ObjectPage>
  )
}
