import { useTranslation } from 'react-i18next'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { memberHttp } from '@/shared/http/member'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { ROLES, type OwnCompany, type Person } from './companies'

interface Props {
  company: OwnCompany
  /** Who is changed; nothing for somebody who is invited. */
  person: Person | null
  close: () => void
  saved: () => void
}

/** Invites somebody into a company, or changes what they are in it. */
export function PersonDialog({ company, person, close, saved }: Props) {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const word = (name: string): string => t(`memberPeople.company.${name}`)
  const roles = company.role === 'owner' ? ROLES : ROLES.filter((role) => role === 'staff')
  return (
    <ActionDialog
      title={person ? t('memberPeople.company.changePerson', { name: person.nickname }) : word('invite')}
      okText={person ? t('common.save') : word('invite')}
      cancelText={t('common.cancel')}
      initial={{ account: '', role: person?.role ?? 'staff', position: person?.position ?? '' }}
      refused={show}
      fields={() => [
        person === null && {
          name: 'account',
          kind: 'text',
          label: word('account'),
          hint: word('accountHint'),
          needed: word('accountRule'),
          most: 100,
        },
        {
          name: 'role',
          kind: 'radio',
          label: word('role'),
          options: roles.map((role) => ({
            value: role as string,
            label: t(`memberPeople.company.roles.${role}`),
          })),
        },
        { name: 'position', kind: 'text', label: word('position'), most: 50 },
      ]}
      close={close}
      send={({ account, role, position }) =>
        person
          ? memberHttp.post(
              '/api/company/person',
              { id: company.id, user_id: person.user_id, role, position, out: false },
              { announce: true },
            )
          : memberHttp.post(
              '/api/company/invite',
              { id: company.id, account, role, position },
              { announce: true },
            )
      }
      done={saved}
    />
  )
}
