import { useTranslation } from 'react-i18next'
import { memberHttp } from '@/shared/http/member'
import { TRADES } from '../layout/navigation'
import { LIMITS, wrongFields, type Field } from './application'
import { VisitorForm } from './VisitorForm'

/** Sends an application to the back office's message board. */
export function TrialForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation()
  const line = <I,>(field: Field, input: I, autoComplete?: string) => ({
    field,
    label: t(field === 'name' ? 'trial.person' : `trial.${field}`),
    most: LIMITS[field],
    input,
    autoComplete,
  })
  return (
    <VisitorForm<Field>
      fields={[
        line('company', 'text', 'organization'),
        line('name', 'text', 'name'),
        line('mobile', 'tel', 'tel-national'),
        line('email', 'email', 'email'),
        {
          ...line('industry', 'text'),
          input: (tie, value, change) => (
            <select {...tie} value={value} onChange={(event) => change(event.target.value)}>
              <option value="">{t('trial.choose')}</option>
              {TRADES.map((trade) => (
                <option key={trade} value={trade}>
                  {t(`site.nav.${trade}`)}
                </option>
              ))}
              <option value="other">{t('trial.other')}</option>
            </select>
          ),
        },
        line('content', 'long'),
      ]}
      wrongIn={wrongFields}
      wrongText={(field) => t(`trial.wrong.${field}`)}
      failedText={(reason) => t('trial.failed', { reason })}
      sendText={t('trial.send')}
      sendingText={t('trial.sending')}
      post={(body) => memberHttp.post('/api/message/add', body)}
      sent={onSent}
    />
  )
}
