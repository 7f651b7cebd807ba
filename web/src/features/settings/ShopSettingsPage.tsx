import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '@/resource/form/useUnsaved'
import { http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { Card, Page, Problem, Waiting } from '@/shared/ui/Page'
import { RefreshButton } from '@/shared/ui/RefreshButton'
import { SettingsForm } from './SettingsForm'

const URL = '/admin/shop.Settings'

/** The setting that each part of the page begins with. */
const PARTS = {
  enabled: 'settings.shopParts.open',
  pay_minutes: 'settings.shopParts.times',
  free_amount: 'settings.shopParts.freight',
  score_per_yuan: 'settings.shopParts.score',
  balance_confirm_over: 'settings.shopParts.balance',
  stock_few: 'settings.shopParts.limits',
  inspect_before_refund: 'settings.shopParts.service',
  play_audio: 'settings.shopParts.sounds',
} as const

/** The shop's settings: one group of the site's, with permissions of its own. */
export default function ShopSettingsPage() {
  const { t } = useTranslation()
  const can = usePermission('shop/settings')
  const fetched = useFetched('shop settings', (signal) => http.get(`${URL}/index`, {}, signal))
  const [dirty, setDirty] = useState(false)
  const guarded = useUnsaved(dirty)
  const { data } = fetched
  return (
    <Page title={t('settings.shopTitle')} actions={<RefreshButton refresh={() => guarded(fetched.reload)} />}>
      <Card>
        {fetched.error && !data ? (
          <Problem error={fetched.error} retry={fetched.reload} />
        ) : !data ? (
          <Waiting />
        ) : (
          <SettingsForm
            // Start again from the saved values.
            key={JSON.stringify(data.list.map(({ name, value }) => [name, value]))}
            group={data}
            url={URL}
            headings={Object.fromEntries(Object.entries(PARTS).map(([name, key]) => [name, t(key)]))}
            editable={can('edit')}
            dirty={setDirty}
            saved={fetched.reload}
          />
        )}
      </Card>
    </Page>
  )
}
