import { usePageTitle } from '../ui/page-title.ts'
import './texts.ts'
import { Navigate, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { Suspense, use, useMemo } from 'react'
import { useUser } from '../api/session.ts'
import { textOf } from '../i18n/i18n.ts'
import { homeOf } from '../registry/screens.ts'
import { Spinner } from '../ui/spinner.tsx'
import { type Place, WindowContext } from '../windows/use-window.ts'
import classes from './form-page.module.css'
import { loadFormPage } from './registry.ts'

/** `/forms/{name}/{id?}`: a declared form as a page; after success or Cancel it goes back one step. */
export function FormPage() {
  const { name, id } = useParams({ strict: false }) as { name?: string; id?: string }
  const { permissions } = useUser()
  const { history } = useRouter()
  const navigate = useNavigate()
  const home = homeOf(permissions) ?? '/'
  const place = useMemo<Place>(() => {
    // A page opened by its address has no previous page.
    const close = () => (history.canGoBack() ? history.back() : void navigate({ to: home }))
    return { close, page: true }
  }, [history, navigate, home])
  return (
    <div className={classes.page}>
      <section className={classes.card} aria-labelledby="form-title">
        <WindowContext value={place}>
          <Suspense
            fallback={
              <div className={classes.wait}>
                <Spinner size={22} />
              </div>
            }
          >
            <Content key={`${name}/${id}`} name={name} id={id} home={home} />
          </Suspense>
        </WindowContext>
      </section>
    </div>
  )
}

/** Title and form, once both and their texts are loaded. */
function Content({ name = '', id, home }: { name: string | undefined; id: string | undefined; home: string }) {
  const { permissions } = useUser()
  const found = use(loadFormPage(name))
  usePageTitle(found ? textOf(found.form.title) : null)
  if (!found || (found.needsId && id === undefined)) return <Navigate to="/404" replace />
  const { form, call, Page } = found
  const permitted = call.permission === 'signed-in' || permissions.includes(call.permission)
  if (!permitted) return <Navigate to={home} replace />
  return (
    <>
      <h1 id="form-title" className={classes.title}>
        {textOf(form.title)}
      </h1>
      <Page id={id} />
    </>
  )
}
