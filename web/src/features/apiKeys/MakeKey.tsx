import { Select } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showProblem } from '@/shared/hooks/useProblem'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { moment, unixOf } from '@/shared/ui/time'
import { keyForm, makeKey, type KeyForm, type ShownKey } from './api'
import { endOf, isRate } from './keys'

/** Days that a new key lives unless another day is chosen. */
const USUAL_DAYS = 90
const DAY_MS = 86_400_000

interface Values {
  name: string
  group_id: number
  warehouses: number[]
  until: string | null
  rate: string
  of_site: boolean
  remark: string
}

interface Props {
  close: () => void
  made: (shown: ShownKey) => void
}

/** Makes a key for oneself, or for the site. */
export default function MakeKey({ close, made }: Props) {
  const { t } = useTranslation()
  const [form, setForm] = useState<KeyForm | null>(null)
  useEffect(() => {
    const ended = new AbortController()
    keyForm(ended.signal).then(setForm, (error: unknown) => {
      if (ended.signal.aborted) return
      showProblem(error)
      close()
    })
    return () => ended.abort()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what may be chosen is asked for once
  }, [])
  if (!form) return null
  const initial: Values = {
    name: '',
    group_id: form.groups[0]?.id ?? 0,
    warehouses: [],
    until: moment(Date.now() + USUAL_DAYS * DAY_MS, 'YYYY-MM-DD'),
    rate: String(form.rate),
    of_site: false,
    remark: '',
  }
  const endFault = (until: string | null): string | false => {
    const end = endOf(until, unixOf) * 1_000
    const fits = end > Date.now() && end <= Date.now() + form.days_max * DAY_MS
    return !!until && !fits && t('apiKeys.endRule', { days: form.days_max })
  }
  return (
    <ActionDialog<Values, ShownKey>
      title={t('apiKeys.make')}
      okText={t('apiKeys.make')}
      initial={initial}
      fields={(values, set) => [
        { name: 'name', kind: 'text', label: t('apiKeys.name'), needed: t('apiKeys.nameNeeded'), most: 60 },
        {
          name: 'group_id',
          kind: 'select',
          label: t('apiKeys.group'),
          hint: t('apiKeys.groupHint'),
          rule: values.group_id === 0 && t('apiKeys.groupNeeded'),
          options: form.groups.map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          name: 'warehouses',
          kind: 'own',
          label: t('apiKeys.warehouses'),
          hint: t('apiKeys.warehousesHint'),
          input: ({ id }) => (
            <Select
              id={id}
              mode="multiple"
              allowClear
              aria-label={t('apiKeys.warehouses')}
              placeholder={t('apiKeys.allWarehouses')}
              value={values.warehouses}
              options={form.warehouses.map(({ id: value, name }) => ({ value, label: name }))}
              onChange={(warehouses: number[]) => set({ warehouses })}
            />
          ),
        },
        {
          name: 'until',
          kind: 'day',
          label: t('apiKeys.until'),
          needed: t('apiKeys.untilNeeded'),
          rule: endFault(values.until),
          alias: /^expires$/,
          half: true,
        },
        {
          name: 'rate',
          kind: 'text',
          inputMode: 'numeric',
          label: t('apiKeys.rate'),
          rule: !isRate(values.rate) && t('apiKeys.rateRule'),
          half: true,
        },
        form.of_site && {
          name: 'of_site',
          kind: 'check',
          label: t('apiKeys.ofSite'),
          hint: t('apiKeys.ofSiteHint'),
        },
        { name: 'remark', kind: 'long', label: t('apiKeys.remark'), most: 255 },
      ]}
      close={close}
      send={({ name, group_id, warehouses, until, rate, of_site, remark }) =>
        makeKey({
          name: name.trim(),
          group_id,
          warehouses,
          expires: endOf(until, unixOf),
          rate: Number(rate),
          of_site,
          remark: remark.trim(),
        })
      }
      done={made}
    />
  )
}
