import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useSnapshot } from 'valtio'
import { GUIDES, type Job } from '@/shared/guides'
import { preferences } from '@/shared/preferences/store'
import { RouteLink } from '@/shared/ui/RouteLink'
import classes from './guides.module.css'

/** Where a step leads, and what is called so there. */
export interface Lead {
  to: string
  title: string
}

interface Props {
  job: Job
  /** The way to the page of a step, for those who have it. */
  leadTo: (page: string, title: string) => Lead | null
}

/** Pictures are drawn so large, in pixels; `ops/gallery/guides.mjs` takes them. */
const PICTURE = { width: 840, height: 525 }
/** More steps than this stand in four columns. */
const WIDE_MAX = 6
const QUOTED = /\[([^\]]*)\]/

/** A text whose quotations of the page, in `[...]`, stand out. */
function Quoting({ text }: { text: string }) {
  return text
    .split(QUOTED)
    .map((part, at) => (at % 2 === 1 ? <b key={at}>{part}</b> : <span key={at}>{part}</span>))
}

/** The steps of a guide, each with its picture; the one that the address names is marked. */
export function GuideSteps({ job, leadTo }: Props) {
  const { t } = useTranslation()
  const { hash } = useLocation()
  const { language } = useSnapshot(preferences)
  const asked = hash.slice(1)
  const steps = Object.entries(GUIDES[job])
  useEffect(() => {
    if (asked) document.getElementById(asked)?.scrollIntoView({ block: 'nearest' })
  }, [asked])
  return (
    <ol className={classes.steps} data-many={steps.length > WIDE_MAX}>
      {steps.map(([step, [page]]) => {
        const title = t(`guides.${job}.${step}.title`)
        const lead = page === undefined ? null : leadTo(page, title)
        const picture = `/guides/${language}/${job}-${step}.webp`
        return (
          <li key={step} id={step} className={classes.step} data-asked={step === asked}>
            <a
              href={picture}
              target="_blank"
              rel="noreferrer"
              aria-label={t('guides.larger', { title })}
              className={classes.picture}
            >
              <img src={picture} alt="" {...PICTURE} />
            </a>
            <h2>{title}</h2>
            <p>
              <Quoting text={t(`guides.${job}.${step}.text`)} />
            </p>
            {lead && (
              <RouteLink to={lead.to} className={classes.lead}>
                {t('guides.open', { title: lead.title })}
              </RouteLink>
            )}
          </li>
        )
      })}
    </ol>
  )
}
