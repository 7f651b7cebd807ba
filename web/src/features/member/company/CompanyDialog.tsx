import { Alert } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { memberClient } from '@/shared/http/member'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { PicturePicker } from '@/shared/upload/PicturePicker'
import { upload } from '@/shared/upload/upload'
import {
  endsVerification,
  isCode,
  SCALES,
  saveCompany,
  spreadIndustries,
  textOf,
  type CompanyText,
  type IndustryOption,
  type OwnCompany,
} from './companies'

/** Pictures of a licence at most. */
const LICENCES_MAX = 4

interface Props {
  /** The one that is changed; nothing for a new one. */
  old: OwnCompany | null
  industries: readonly IndustryOption[]
  close: () => void
  saved: () => void
}

/** A form for one of a member's companies. */
export function CompanyDialog({ old, industries, close, saved }: Props) {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const word = (name: string): string => t(`memberPeople.company.${name}`)
  return (
    <ActionDialog<CompanyText>
      title={word(old ? 'edit' : 'add')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      style={{ width: 'min(640px, calc(100vw - 24px))' }}
      initial={textOf(old)}
      refused={show}
      fields={(values, set) => [
        endsVerification(old, values) && <Alert key="ends" type="warning" content={word('ends')} />,
        { name: 'name', kind: 'text', label: word('name'), needed: word('nameRule'), most: 100 },
        { name: 'short_name', kind: 'text', label: word('shortName'), most: 50, half: true },
        {
          name: 'uscc',
          kind: 'text',
          label: word('uscc'),
          most: 24,
          half: true,
          rule: values.uscc.trim() !== '' && !isCode(values.uscc) && word('usccRule'),
        },
        {
          name: 'industry_id',
          kind: 'select',
          label: word('industry'),
          half: true,
          options: [{ value: 0, label: word('notSaid') }, ...spreadIndustries(industries)],
        },
        {
          name: 'scale',
          kind: 'select',
          label: word('scale'),
          half: true,
          options: SCALES.map((scale) => ({
            value: scale,
            label: t(`memberPeople.company.scales.${scale || 'none'}`),
          })),
        },
        { name: 'city', kind: 'text', label: word('city'), most: 100, half: true },
        { name: 'customs_code', kind: 'text', label: word('customsCode'), most: 10, half: true },
        { name: 'address', kind: 'text', label: word('address'), most: 255 },
        { name: 'contact', kind: 'text', label: word('contact'), most: 50, half: true },
        { name: 'mobile', kind: 'text', label: word('mobile'), most: 32, half: true, inputMode: 'tel' },
        { name: 'email', kind: 'text', label: word('email'), most: 100, half: true },
        {
          name: 'website',
          kind: 'text',
          label: word('website'),
          most: 255,
          half: true,
          placeholder: 'https://',
        },
        {
          name: 'licence_images',
          kind: 'own',
          label: word('licence'),
          hint: word('licenceHint'),
          input: (
            <PicturePicker
              value={values.licence_images}
              most={LICENCES_MAX}
              onChange={(images) => set({ licence_images: images })}
              upload={(file) => upload(file, { http: memberClient, side: 'api', topic: 'licence' })}
            />
          ),
        },
      ]}
      close={close}
      send={(values, command) => saveCompany(values, old, command)}
      done={saved}
    />
  )
}
