import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { Footer } from './Footer'
import classes from './frame.module.css'
import { Header } from './Header'

/** Header and footer around the public pages; `waiting` stands in for a page that is under way. */
export function SiteFrame({ waiting }: { waiting: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {t('site.skip')}
      </a>
      <Header />
      <main id="content" className={classes.main} tabIndex={-1}>
        <Suspense fallback={waiting}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
    </div>
  )
}
