import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Notice } from './sections/Notice'
import { useHead } from '@/shared/hooks/useHead'

const RETURN_SECONDS = 8

/** Goes back after some seconds. */
export default function NotFoundPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [left, setLeft] = useState(RETURN_SECONDS)
  useHead({ title: t('title.notFound'), text: t('missing.title'), hidden: true })
  useEffect(() => {
    if (left === 0) {
      void (window.history.length > 1 ? navigate(-1) : navigate('/'))
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, navigate])
  return <Notice code="404" title={t('missing.title')} text={t('missing.text', { count: left })} />
}
