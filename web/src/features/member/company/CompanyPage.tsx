import { Button } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { CompanyCard } from './CompanyCard'
import { CompanyDialog } from './CompanyDialog'
import { fetchCompanies, type OwnCompany, type Person } from './companies'
import { PersonDialog } from './PersonDialog'

type Open =
  | { kind: 'company'; company: OwnCompany | null }
  | { kind: 'person'; company: OwnCompany; person: Person | null }

/** The companies that a member belongs to or is invited into. */
export default function CompanyPage() {
  const { t } = useTranslation()
  const companies = useFetched('companies', fetchCompanies)
  const [open, setOpen] = useState<Open | null>(null)
  const close = (): void => setOpen(null)
  const saved = (): void => {
    close()
    companies.reload()
  }
  const { data } = companies
  return (
    <Page
      title={t('memberPeople.company.title')}
      remark={t('memberPeople.company.remark')}
      actions={
        <Button
          type="primary"
          icon={<IconPlus />}
          disabled={!data || data.list.length >= data.most}
          onClick={() => setOpen({ kind: 'company', company: null })}
        >
          {t('memberPeople.company.add')}
        </Button>
      }
    >
      {companies.error && !data ? (
        <Problem error={companies.error} retry={companies.reload} toMember />
      ) : !data ? (
        <Waiting rows={6} />
      ) : data.list.length === 0 ? (
        <Card>
          <Nothing text={t('memberPeople.company.none')} />
        </Card>
      ) : (
        data.list.map((company) => (
          <CompanyCard
            key={company.id}
            company={company}
            edit={() => setOpen({ kind: 'company', company })}
            invite={() => setOpen({ kind: 'person', company, person: null })}
            change={(person) => setOpen({ kind: 'person', company, person })}
            reload={companies.reload}
          />
        ))
      )}
      {open?.kind === 'company' && (
        <CompanyDialog old={open.company} industries={data?.industries ?? []} close={close} saved={saved} />
      )}
      {open?.kind === 'person' && (
        <PersonDialog company={open.company} person={open.person} close={close} saved={saved} />
      )}
    </Page>
  )
}
