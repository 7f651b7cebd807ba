import { Alert, Button, Descriptions, Modal, Space, Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { memberHttp } from '@/shared/http/member'
import { member } from '@/shared/session/member'
import { Card } from '@/shared/ui/Page'
import { moment } from '@/shared/ui/time'
import { UserAvatar } from '@/shared/ui/UserAvatar'
import { manages, mayChange, type OwnCompany, type Person } from './companies'
import classes from './company.module.css'

const COLOURS: Readonly<Record<string, string>> = { waiting: 'orange', passed: 'green', refused: 'red' }

interface Props {
  company: OwnCompany
  edit: () => void
  invite: () => void
  change: (person: Person) => void
  reload: () => void
}

/** One of a member's companies: what it is, who belongs to it, and what the member may do there. */
export function CompanyCard({ company, edit, invite, change, reload }: Props) {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const { info } = useSnapshot(member)
  const { busy, submit } = useSubmit(show)
  const word = (name: string): string => t(`memberPeople.company.${name}`)
  const { id } = company
  const self = info?.id ?? 0

  const post = (path: 'verify' | 'accept' | 'leave'): void => {
    const sending = {
      verify: () => memberHttp.post('/api/company/verify', { id }, { announce: true }),
      accept: () => memberHttp.post('/api/company/accept', { id }),
      leave: () => memberHttp.post('/api/company/leave', { id }),
    }
    void submit(sending[path], reload)
  }
  const leave = (): void => {
    Modal.confirm({
      title: word('leave'),
      content: t('memberPeople.company.leaveText', { name: company.name }),
      okButtonProps: { status: 'danger' },
      onOk: () => post('leave'),
    })
  }
  const out = ({ user_id, nickname, role, position }: Person): void => {
    Modal.confirm({
      title: word('out'),
      content: t('memberPeople.company.outText', { name: nickname }),
      okButtonProps: { status: 'danger' },
      onOk: () =>
        submit(
          () => memberHttp.post('/api/company/person', { id, user_id, role, position, out: true }),
          reload,
        ),
    })
  }
  const head = (
    <header className={classes.head}>
      <h2>{company.name}</h2>
      <Tag color={COLOURS[company.verify]}>{t(`memberPeople.company.verifies.${company.verify}`)}</Tag>
      {company.disabled && <Tag color="red">{word('disabled')}</Tag>}
    </header>
  )
  if (company.state === 'invited') {
    return (
      <Card>
        {head}
        <p>{word('isInvited')}</p>
        <Space>
          <Button type="primary" loading={busy} onClick={() => post('accept')}>
            {word('accept')}
          </Button>
          <Button disabled={busy} onClick={() => post('leave')}>
            {word('decline')}
          </Button>
        </Space>
      </Card>
    )
  }
  const facts = (
    [
      ['uscc', company.uscc],
      ['city', company.city],
      ['contact', company.contact],
      ['mobile', company.mobile],
      ['email', company.email],
      ['address', company.address],
    ] as const
  ).filter(([, value]) => value !== '')
  return (
    <Card>
      {head}
      {company.verify === 'refused' && company.verify_reason && (
        <Alert type="error" content={company.verify_reason} />
      )}
      <Descriptions
        column={{ xs: 1, sm: 1, md: 2, lg: 2, xl: 2 }}
        data={facts.map(([name, value]) => ({ label: word(name), value }))}
      />
      <Space wrap className={classes.tools}>
        {manages(company) && (
          <>
            <Button onClick={edit}>{word('edit')}</Button>
            <Button onClick={invite}>{word('invite')}</Button>
            {(company.verify === 'none' || company.verify === 'refused') && (
              <Button type="primary" loading={busy} onClick={() => post('verify')}>
                {word('verify')}
              </Button>
            )}
          </>
        )}
        <Button status="danger" type="text" disabled={busy} onClick={leave}>
          {word('leave')}
        </Button>
      </Space>
      <h3>{t('memberPeople.company.people', { count: company.people.length })}</h3>
      <ul className={classes.people}>
        {company.people.map((person) => (
          <li key={person.user_id}>
            <UserAvatar of={person} size={36} />
            <div>
              <strong>{person.nickname}</strong>
              <span>
                {[
                  t(`memberPeople.company.roles.${person.role}`),
                  person.position,
                  person.state === 'invited'
                    ? word('waits')
                    : person.joined > 0 && moment(person.joined, 'YYYY-MM-DD'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
            {mayChange(company, person, self) && (
              <Space>
                <Button size="small" type="text" onClick={() => change(person)}>
                  {t('common.edit')}
                </Button>
                <Button size="small" type="text" status="danger" disabled={busy} onClick={() => out(person)}>
                  {word('out')}
                </Button>
              </Space>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
