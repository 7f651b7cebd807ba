import { contains } from '@/shared/folded'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { HelpArticles } from '../articles/HelpArticles'
import { Icon } from '../art/Icon'
import { ICONS } from '../art/icons'
import { Action } from '../sections/Action'
import { Hero } from '../sections/Hero'
import { Section } from '../sections/Section'
import classes from './pages.module.css'

const GROUPS = {
  start: ['trial', 'install', 'import', 'languages'],
  stock: ['states', 'negative', 'wrong'],
  members: ['register', 'password', 'points'],
} as const

export default function HelpPage() {
  const { t } = useTranslation()
  const { hash } = useLocation()
  const [words, setWords] = useState('')
  // The page may have arrived after the address was looked at.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  const groups = Object.entries(GROUPS)
    .map(([group, keys]) => ({
      group,
      answers: keys
        .map((key) => ({
          key,
          question: t(`help.answers.${key}.question`),
          answer: t(`help.answers.${key}.answer`),
        }))
        .filter(({ question, answer }) => contains(`${question} ${answer}`, words)),
    }))
    .filter(({ answers }) => answers.length > 0)
  return (
    <>
      <Hero page={t('site.nav.help')} title={t('help.title')} text={t('help.text')} />
      <Section>
        <input
          type="search"
          className={`${classes.field} ${classes.finder}`}
          value={words}
          maxLength={60}
          placeholder={t('help.search')}
          aria-label={t('help.search')}
          onChange={(event) => setWords(event.target.value)}
        />
        <HelpArticles words={words} />
      </Section>
      <Section title={t('articles.short')} tinted>
        <div className={classes.help}>
          {groups.map(({ group, answers }) => (
            <section key={group} id={group} className={classes.answers}>
              <h2>{t(`help.groups.${group}`)}</h2>
              {answers.map(({ key, question, answer }) => (
                <details key={key} open={words.trim() !== ''}>
                  <summary>
                    {question}
                    <Icon path={ICONS.down} size={18} />
                  </summary>
                  <p>{answer}</p>
                </details>
              ))}
            </section>
          ))}
          {groups.length === 0 && (
            <p className={classes.none} role="status">
              {t('help.none')}
            </p>
          )}
          <Action to="/trial" plain>
            {t('site.nav.trial')}
          </Action>
        </div>
      </Section>
    </>
  )
}
