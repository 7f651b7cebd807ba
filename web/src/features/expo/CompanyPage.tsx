import { Tag } from '@arco-design/web-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import type { ResourceRow } from '@/resource/schema/types'
import { prefetchListing } from '@/resource/useListing'
import { http } from '@/shared/http'
import { usePermission } from '@/shared/hooks/usePermission'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { contactsOf, summary } from './contacts'
import ContactsEditor from './ContactsEditor'
import classes from './expo.module.css'

export const prefetch = prefetchListing

/** People that the list names. */
const SHOWN = 2

type Partner = 'customer' | 'supplier'

interface Becoming {
  row: ResourceRow
  partner: Partner
  reload: () => void
}

/** Asks before a partner is made of a company, and says whom it may be already. */
function Become({ row, partner, reload, close }: Becoming & { close: () => void }) {
  const { t } = useTranslation()
  const title = t(`expo.become.${partner}`)
  return (
    <ActionDialog
      title={title}
      okText={title}
      initial={{}}
      fields={() => [
        <p key="what">{t('expo.become.text', { name: String(row.name) })}</p>,
        row.known ? (
          <p key="known" className={classes.known}>
            {t('expo.become.known', { known: String(row.known) })}
          </p>
        ) : null,
      ]}
      close={close}
      send={() => http.post('/admin/expo.Company/become', { id: row.id, partner }, { announce: true })}
      done={() => {
        close()
        reload()
      }}
    />
  )
}

/** Companies met at trade fairs. */
export default function CompanyPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const becomes = usePermission('expo/company')('become')
  const adds: Readonly<Record<Partner, boolean>> = {
    customer: usePermission('warehouse/customer')('add'),
    supplier: usePermission('warehouse/supplier')('add'),
  }
  const { customer, supplier } = adds
  const [becoming, setBecoming] = useState<Becoming | null>(null)
  const custom = useMemo<Custom>(() => {
    const may: Readonly<Record<Partner, boolean>> = { customer, supplier }
    return {
      titleField: 'name',
      formWidth: 900,
      widgets: { contacts: ContactsEditor },
      cells: {
        known: (row) => (row.known ? <Tag color="orangered">{String(row.known)}</Tag> : ''),
        contacts: (row) =>
          contactsOf(row.contacts)
            .slice(0, SHOWN)
            .map((person, at) => <div key={at}>{summary(person)}</div>),
      },
      placeOf: (path) => {
        const [, at, part] = /^contacts\[(\d+)\]\.(\w+)$/.exec(path) ?? []
        return at === undefined
          ? undefined
          : t('expo.contactOf', { part: t(`expo.contact.${part ?? ''}`), number: Number(at) + 1 })
      },
      furtherActions: ({ reload }) =>
        (['customer', 'supplier'] as const).map((partner) => ({
          key: partner,
          label: t(`expo.become.${partner}`),
          inMenu: true,
          when: (row) => becomes && may[partner] && !row[`${partner}_id`],
          run: (row) => setBecoming({ row, partner, reload }),
        })),
    }
  }, [t, becomes, customer, supplier])
  return (
    <>
      <ResourcePage name={name} custom={custom} />
      {becoming && <Become {...becoming} close={() => setBecoming(null)} />}
    </>
  )
}
