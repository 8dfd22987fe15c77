import './texts.ts'
import { Navigate, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { Suspense, use, useMemo } from 'react'
import { homeOf } from '../app/guard.ts'
import { useUser } from '../domains/account/session.ts'
import { Spinner } from '../ui/spinner.tsx'
import { type Place, WindowContext } from '../windows/use-window.ts'
import { wordsOf } from './controls/control.ts'
import classes from './form-page.module.css'
import { type FormPage as FoundPage, findFormPage } from './registry.ts'

/** `/forms/{name}/{id?}`: a declared form as a page; done or given up, it goes back one step. */
export function FormPage() {
  const { name, id } = useParams({ strict: false }) as { name?: string; id?: string }
  const { permissions } = useUser()
  const { history } = useRouter()
  const navigate = useNavigate()
  const home = homeOf(permissions) ?? '/'
  const place = useMemo<Place>(() => {
    // Who came by the address has nowhere to go back to.
    const close = () => (history.canGoBack() ? history.back() : void navigate({ to: home }))
    return { close, page: true }
  }, [history, navigate, home])
  const found = findFormPage(name, id)
  if (!found) return <Navigate to="/404" replace />
  const { form } = found
  if (form.permission !== 'signed-in' && !permissions.includes(form.permission)) {
    return <Navigate to={home} replace />
  }
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
            <Content key={`${name}/${id}`} found={found} id={id} />
          </Suspense>
        </WindowContext>
      </section>
    </div>
  )
}

/** Title and form, once the words of their domain are there. */
function Content({ found: { form, load }, id }: { found: FoundPage; id: string | undefined }) {
  const Page = use(load())[form.name]
  return (
    <>
      <h1 id="form-title" className={classes.title}>
        {wordsOf(form.title)}
      </h1>
      {Page ? <Page id={id} /> : null}
    </>
  )
}
